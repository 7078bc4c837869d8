import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** The practice statistics of whom `token` belongs to. */
export function practiceStatsQuery(api: ApiClient, token: string) {
  return queryOptions({ queryKey: ['practiceStats', token], queryFn: () => api.practiceStats(token) });
}
