import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** The public statistics of a racer. */
export function userStatsQuery(api: ApiClient, username: string) {
  return queryOptions({ queryKey: ['userStats', username], queryFn: () => api.stats(username) });
}
