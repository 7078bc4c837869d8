import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';
import { RACES_FRESH } from './ownRuns';
import { refresh } from './queryClient';
import type { Language } from './text';
import { useApi } from './useApi';

const USER_STATS = 'userStats';

/** The statistics of a racer, of one language or of all; their own include their skins. */
export function userStatsQuery(api: ApiClient, username: string, language?: Language) {
  return queryOptions({
    queryKey: [USER_STATS, username, api.token, language],
    queryFn: () => api.post('/api/getstats', { username, language, ...api.identity }),
    ...RACES_FRESH,
  });
}

export function useUserStats(username: string) {
  return useQuery(userStatsQuery(useApi(), username));
}

/** Fetches statistics again after a change to what they show. Resolves once the page shows the new ones. */
export function refreshUserStats(queries: QueryClient): Promise<void> {
  return refresh(queries, [USER_STATS]);
}
