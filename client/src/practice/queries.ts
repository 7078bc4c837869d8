import { queryOptions, useQuery } from '@tanstack/react-query';
import { PRACTICE_STATS } from '../core/ownRuns';
import { prefetched, take } from '../core/queryClient';
import type { RootStore } from '../core/RootStore';
import { useApi } from '../core/useApi';
import type { ApiClient } from '../net/ApiClient';
import type { PracticeResult } from '../net/api';
import { keepGuestResult } from '../outbox/guestResult';
import { unsavedPractices } from '../outbox/practices';
import { bestsQuery } from '../typing/bests';
import { speedsOf } from '../typing/rules/comparison';
import type { PracticeServices, PracticeText } from './PracticeRun';
import { isOfSite, siteText } from './siteText';

/** The time in which one answer serves all that show the statistics, in milliseconds: the bar of practice loads later. */
const STATS_FRESH_MS = 10_000;

/** The practice statistics of the user. */
function practiceStatsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: [PRACTICE_STATS, api.token],
    queryFn: () => api.postAsUser('/api/singleplayer/stats', {}),
    staleTime: STATS_FRESH_MS,
  });
}

export function usePracticeStats() {
  const api = useApi();
  return useQuery({ ...practiceStatsQuery(api), enabled: api.token !== null });
}

/** Returns the first text, if it is prefetched. `textOfSite` resolves to the same. */
export function prefetchedText(root: RootStore, search: string): PracticeText | null {
  const text = isOfSite(search) ? prefetched(root.services.queries, siteText(root, search)) : undefined;
  return text ? { ...text, mode: 'text' } : null;
}

/** Fetches a text of the site, if possible another one than `before`; the first may be prefetched. */
export async function textOfSite(root: RootStore, search: string, before: PracticeText | null): Promise<PracticeText> {
  return { ...(await take(root.services.queries, siteText(root, search, before?.id))), mode: 'text' };
}

/** Fetches the user's bests, with which results other than those of texts are compared. */
export function usePracticeBests({ mode, language }: PracticeText) {
  const api = useApi();
  return useQuery({ ...bestsQuery(api, language), enabled: mode !== 'text' && api.token !== null });
}

/** Saving a result of a text and the speeds before it, for the current user. The last one of a guest waits for a signup. */
export function practiceServices(root: RootStore, { mode, language }: PracticeText): PracticeServices {
  const { api, queries, storage } = root.services;
  // Without an answer to the login check, the token tells whose result it is.
  if (root.session.token === null) return { save: async (result) => keepGuestResult(storage, result), before: null };
  const save = (result: PracticeResult) => unsavedPractices(root).save(result);
  if (mode === 'text') {
    const statistics = queries.getQueryData(practiceStatsQuery(api).queryKey);
    return { save, before: statistics ? speedsOf(statistics) : null };
  }
  const bests = queries.getQueryData(bestsQuery(api, language).queryKey);
  const best = bests?.find((best) => best.kind === 'practice' && best.mode === mode);
  return { save, before: bests ? { best: best?.wpm ?? null, average: best?.average ?? null } : null };
}
