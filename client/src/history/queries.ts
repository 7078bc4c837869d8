import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HISTORY, refreshRuns } from '../core/ownRuns';
import { refresh } from '../core/queryClient';
import { useApi } from '../core/useApi';
import type { HistoryFilters, TextLanguage } from '../net/api';
import { bestsQuery } from '../typing/bests';

/** The runs that pass the filters, page by page; the previous ones while a new choice loads. */
export function useRuns(filters: HistoryFilters) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [HISTORY, 'runs', api.token, filters],
    queryFn: ({ pageParam }) =>
      api.postAsUser('/api/history', { ...filters, ...(pageParam !== null && { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** A run with its text and keys. */
export function useRun(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY, 'run', api.token, id],
    queryFn: () => api.postAsUser('/api/history/run', { id }),
  });
}

/** Asks an admin to look at a result that is held back. */
export function useAskForLook(run: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api.postAsUser('/api/askforlook', { run });
      await refresh(queries, [HISTORY]);
    },
  });
}

/** The speed and accuracy of the runs that pass the filters. */
export function usePlot(filters: HistoryFilters) {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY, 'plot', api.token, filters],
    queryFn: async () => (await api.postAsUser('/api/history/plot', filters)).points,
    placeholderData: keepPreviousData,
  });
}

/** The best runs of each mode; those of the language before while another loads. */
export function useBests(language: TextLanguage | undefined) {
  return useQuery({ ...bestsQuery(useApi(), language), placeholderData: keepPreviousData });
}

/** The days of the last twelve months. */
export function useDays() {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY, 'days', api.token],
    queryFn: () => api.postAsUser('/api/history/days', {}),
  });
}

/** Deletes a practice run, or all of them for null. */
export function useDelete(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | null) => {
      await api.postAsUser('/api/history/delete', id === null ? { all: true } : { id });
      onDone();
      await refreshRuns(queries);
    },
  });
}
