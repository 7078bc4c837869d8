import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { take } from '../core/queryClient';
import type { RootStore } from '../core/RootStore';
import type { Language } from '../core/text';
import { PRACTICE_STATS_KEY } from '../core/UnsavedResults';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
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

/** A text to practice in the visitor's language of texts, if possible another one than the one whose id is `not`. */
export function practiceText({ services: { api }, settings: { textLanguage } }: RootStore, not?: number) {
  const queryFn = () => api.text(textLanguage, not).catch((error) => keptText(textLanguage, error));
  return { queryKey: ['practiceText', textLanguage], queryFn, staleTime: Number.POSITIVE_INFINITY };
}

/** A text that the service worker keeps, in place of one that could not be fetched. */
async function keptText(language: Language, error: unknown): Promise<Text> {
  const kept = navigator.serviceWorker?.controller && (await fetch(`/kept/text?language=${language}`));
  if (!kept?.ok) throw error;
  return kept.json();
}

/** Fetches a text to practice after the one before, if any; the first may be prefetched. */
export function useNextText(onText: (text: Text) => void) {
  const root = useRoot();
  return useMutation({
    mutationFn: (before: Text | undefined) => take(root.services.queries, practiceText(root, before?.id)),
    onSuccess: onText,
  });
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
