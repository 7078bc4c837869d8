import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refresh } from '../core/queryClient';
import { useApi } from '../core/useApi';

const REPLAY = 'replay';

/** A race with the keys of its racers. */
export function useReplay(race: string) {
  const api = useApi();
  return useQuery(
    queryOptions({
      queryKey: [REPLAY, race, api.token],
      queryFn: () => api.post('/api/replay', { race, ...api.identity }),
      // A race that is over stays as it was.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
}

/** Hides the visitor's own keys from others, or shows them again. */
export function useHide(race: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (hidden: boolean) => {
      await api.postAsUser('/api/hidereplay', { race, hidden });
      await refresh(queries, [REPLAY]);
    },
  });
}
