import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import { isFinal } from '../net/ApiError';
import './errors';
import { keepGuest } from './guestPass';

/** The visitor's pass to an event: that of a guest, or a member's token. */
export type Pass = { guest: string } | { token?: string };

/** What everyone with the code may know of an event, and whether the visitor is in it. */
export function useLook(code: string, pass: Pass) {
  const api = useApi();
  return useQuery({
    queryKey: ['event', code, pass],
    queryFn: () => api.post('/api/events/look', { code, ...pass }),
    staleTime: 0,
  });
}

/** Joins an event, as a guest with a name or as the member who is logged in. */
export function useJoin() {
  const api = useApi();
  const { storage } = useRoot().services;
  return useMutation({
    mutationFn: async ({ code, name }: { code: string; name: string | undefined }) => {
      const { guest } = await api.post(
        '/api/events/join',
        name === undefined ? { code, ...api.identity } : { code, name },
      );
      if (guest) keepGuest(storage, code, guest);
    },
  });
}

/** Takes a seat in the open round, or again in the running one whose racer has not finished. */
export function useTakeSeat(code: string, pass: Pass) {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.post('/api/events/seat', { code, ...pass }),
    // A server that is busy or restarts has a seat a moment later.
    retry: (_, error) => !isFinal(error),
  });
}

/** The table of an event and the results of its rounds, asked for again every so many milliseconds; once for 0, not now for null. */
export function useEventTable(code: string, pass: Pass, everyMs: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['eventTable', code, pass],
    queryFn: () => api.post('/api/events/table', { code, ...pass }),
    staleTime: 0,
    enabled: everyMs !== null,
    refetchInterval: everyMs || false,
  });
}
