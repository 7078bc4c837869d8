import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';
import type { LeaderboardType } from '../net/api';

/** The leaderboard in one of its orders; the order before stays on the page until the next one is here. */
export function leaderboardQuery(api: ApiClient, type: LeaderboardType) {
  return queryOptions({
    queryKey: ['leaderboard', type],
    queryFn: async () => (await api.leaderboard(type)).data,
    placeholderData: keepPreviousData,
  });
}
