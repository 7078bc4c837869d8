import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { refresh } from '../core/queryClient';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import type { BodyOf, EventForm } from '../net/api';
import '../event/errors';
import { saveFile } from '../platform/saveFile';

/** The names of the queries. */
const [HOSTED, HOST] = ['hostedEvents', 'hostedEvent'];

/** The interval at which a host, and the wall, ask how their event stands, in milliseconds. */
const EVERY_MS = 2000;

/** The form of the key of an event. */
const KEY = /^#[\w-]{43}$/;

/**
 * What shows that somebody hosts an event: a member's token, and the key in the address with which a co-host came. The
 * device keeps it, because other links change that part of the address.
 */
export function useHostPass(code: string): { key?: string; token?: string } {
  const api = useApi();
  const { storage } = useRoot().services;
  const { hash } = useLocation();
  const given = KEY.test(hash) ? hash.slice(1) : null;
  useEffect(() => {
    if (given !== null) storage.set(`host.${code}`, given);
  }, [given, storage, code]);
  const key = given ?? storage.get(`host.${code}`);
  return { ...api.identity, ...(key !== null && { key }) };
}

/** The events that the member has opened, newest first. */
export function useHosted() {
  const api = useApi();
  return useQuery({
    queryKey: [HOSTED, api.token],
    queryFn: async () => (await api.postAsUser('/api/events/hosted', {})).events,
    staleTime: 0,
  });
}

/** Opens an event, and goes to its page. */
export function useOpenEvent() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { storage } = useRoot().services;
  return useMutation({
    mutationFn: (form: EventForm) => api.postAsUser('/api/events/open', form),
    onSuccess: ({ code, key }) => {
      // No later call tells it.
      storage.set(`host.${code}`, key);
      queries.removeQueries({ queryKey: [HOSTED] });
      navigate(paths.hostOf(code));
    },
  });
}

/** All that a host sees of an event, as it is now. */
export function useHostedEvent(code: string) {
  const api = useApi();
  const pass = useHostPass(code);
  return useQuery({
    queryKey: [HOST, code, pass],
    queryFn: () => api.post('/api/events/host', { code, ...pass }),
    enabled: pass.key !== undefined || pass.token !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'over' ? false : EVERY_MS),
  });
}

/** What the wall shows of an event, also while no one looks at the page: a projector may. */
export function useWall(code: string) {
  const api = useApi();
  const pass = useHostPass(code);
  return useQuery({
    queryKey: ['eventWall', code, pass],
    queryFn: () => api.post('/api/events/wall', { code, ...pass }),
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: EVERY_MS,
  });
}

/** The calls by which a host changes an event. */
type Change = `/api/events/${'edit' | 'remove' | 'start' | 'end'}`;

/** Changes an event, and then shows how it stands. */
export function useChange<P extends Change>(code: string, path: P) {
  const api = useApi();
  const queries = useQueryClient();
  const pass = useHostPass(code);
  return useMutation({
    mutationFn: async (form: Omit<BodyOf<P>, 'code' | 'key' | 'token'>) => {
      await api.post(path, { code, ...pass, ...form } as BodyOf<P>);
      await refresh(queries, [HOST, code]);
    },
  });
}

/** Saves the results as a file for spreadsheets. */
export function useCsv(code: string) {
  const api = useApi();
  const pass = useHostPass(code);
  return useMutation({
    mutationFn: async () => saveFile(await api.post('/api/events/csv', { code, ...pass }), `${code}.csv`),
  });
}
