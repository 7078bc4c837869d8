import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';
import type { LeaderboardType } from '../net/api';

/** The leaderboard in one of its orders; the previous order is shown while the next one loads. */
export function leaderboardQuery(api: ApiClient, type: LeaderboardType) {
  return queryOptions({
    queryKey: ['leaderboard', type],
    queryFn: async () => (await api.leaderboard(type)).data,
    placeholderData: keepPreviousData,
  });
}
