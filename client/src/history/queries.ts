import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HISTORY, RUNS_FRESH_MS, refreshRuns } from '../core/ownRuns';
import { refresh } from '../core/queryClient';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import type { HistoryFilters, TextLanguage } from '../net/api';
import { zoneField } from '../platform/timeZone';
import { bestsQuery } from '../typing/bests';

/** The runs that pass the filters, page by page; the previous ones while a new choice loads. */
export function useRuns(filters: HistoryFilters) {
  const api = useApi();
  const form = { ...filters, ...zoneField() };
  return useInfiniteQuery({
    queryKey: [HISTORY, 'runs', api.token, form],
    queryFn: ({ pageParam }) =>
      api.postAsUser('/api/history', { ...form, ...(pageParam !== null && { after: pageParam }) }),
    staleTime: RUNS_FRESH_MS,
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
    // What was typed stays as it was. A result that is held back waits for a decision.
    staleTime: ({ state: { data } }) => (data?.verdict === 'held' ? RUNS_FRESH_MS : Number.POSITIVE_INFINITY),
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
  const form = { ...filters, ...zoneField() };
  return useQuery({
    queryKey: [HISTORY, 'plot', api.token, form],
    queryFn: () => api.postAsUser('/api/history/plot', form),
    staleTime: RUNS_FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** The best runs of each mode; those of the language before while another loads. */
export function useBests(language: TextLanguage | undefined) {
  return useQuery({ ...bestsQuery(useApi(), language), placeholderData: keepPreviousData });
}

/** The events in which the user raced. */
export function useRacedEvents() {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY, 'events', api.token],
    queryFn: async () => (await api.postAsUser('/api/events/raced', {})).events,
    staleTime: RUNS_FRESH_MS,
  });
}

/** Today, the days of the last twelve months, and the streaks. */
export function useDays() {
  const api = useApi();
  const form = zoneField();
  return useQuery({
    queryKey: [HISTORY, 'days', api.token, form],
    queryFn: () => api.postAsUser('/api/history/days', form),
    staleTime: RUNS_FRESH_MS,
  });
}

/** Deletes a practice run, or all of them for null. */
export function useDelete(onDone: () => void) {
  const { services } = useRoot();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | null) => {
      await api.postAsUser('/api/history/delete', id === null ? { all: true } : { id });
      // What this device remembers of its runs cannot be told apart.
      services.storage.remove('typist');
      onDone();
      await refreshRuns(queries);
    },
  });
}
