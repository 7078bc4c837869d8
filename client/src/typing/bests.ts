import { queryOptions } from '@tanstack/react-query';
import { HISTORY, RUNS_FRESH_MS } from '../core/ownRuns';
import type { ApiClient } from '../net/ApiClient';
import type { TextLanguage } from '../net/api';

/** The best runs of the user in each mode; of all languages if it is undefined. */
export function bestsQuery(api: ApiClient, language: TextLanguage | undefined) {
  return queryOptions({
    queryKey: [HISTORY, 'bests', api.token, language ?? null],
    queryFn: async () => (await api.postAsUser('/api/history/bests', { ...(language && { language }) })).bests,
    staleTime: RUNS_FRESH_MS,
  });
}
