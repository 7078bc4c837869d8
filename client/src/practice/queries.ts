import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { take } from '../core/queryClient';
import type { RootStore } from '../core/RootStore';
import { PRACTICE_STATS_KEY } from '../core/UnsavedResults';
import { useApi } from '../core/useApi';
import type { ApiClient } from '../net/ApiClient';
import type { Text } from '../net/api';
import type { PracticeServices } from './PracticeRun';

/** The practice statistics of the user. */
function practiceStatsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: [PRACTICE_STATS_KEY, api.token],
    queryFn: () => api.postAsUser('/api/singleplayer/stats', {}),
  });
}

export function usePracticeStats() {
  return useQuery(practiceStatsQuery(useApi()));
}

/** A text to practice. */
export function practiceText(api: ApiClient) {
  const queryFn = () => api.text().catch(keptText);
  return { queryKey: ['practiceText'], queryFn, staleTime: Number.POSITIVE_INFINITY };
}

/** A text that the service worker keeps, in place of one that could not be fetched. */
async function keptText(error: unknown): Promise<Text> {
  const kept = navigator.serviceWorker?.controller && (await fetch('/kept/text'));
  if (!kept?.ok) throw error;
  return kept.json();
}

/** Fetches a text to practice; the first may be prefetched. */
export function useNextText(onText: (text: Text) => void) {
  const queries = useQueryClient();
  const api = useApi();
  return useMutation({ mutationFn: () => take(queries, practiceText(api)), onSuccess: onText });
}

/** Saving a result and the best one so far, for the current user. A guest has neither. */
export function practiceServices({ services: { api, queries }, session, unsaved }: RootStore): PracticeServices {
  // Without an answer to the login check, the token tells whose result it is.
  if (session.token === null) return { save: null, best: null };
  return {
    save: (result) => unsaved.save(result),
    best: queries.getQueryData(practiceStatsQuery(api).queryKey)?.bestRace ?? null,
  };
}
