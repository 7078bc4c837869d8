import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** What the statistics of all racers are kept under. */
export const USER_STATS_KEY = 'userStats';

/** The statistics of a racer; with their own `token` also their skins. */
export function userStatsQuery(api: ApiClient, username: string, token: string | null = null) {
  return queryOptions({
    queryKey: [USER_STATS_KEY, username, token],
    queryFn: () => api.stats(username, token),
  });
}
