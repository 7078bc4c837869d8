import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** The practice statistics of the user. */
export function practiceStatsQuery(api: ApiClient) {
  return queryOptions({ queryKey: ['practiceStats', api.token], queryFn: () => api.practiceStats() });
}

/** A text to practice. There is no retry: without one, practice leads home. */
export function practiceTextQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['practiceText'],
    queryFn: () => api.text(),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
