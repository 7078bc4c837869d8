import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';
import type { TextLanguage } from '../net/api';

/** The first part of the keys of all queries that a deletion of runs changes. */
export const HISTORY = 'history';

/** The best runs of the user in each mode; of all languages if it is undefined. */
export function bestsQuery(api: ApiClient, language: TextLanguage | undefined) {
  return queryOptions({
    queryKey: [HISTORY, 'bests', api.token, language ?? null],
    queryFn: async () => (await api.postAsUser('/api/history/bests', { ...(language && { language }) })).bests,
  });
}
