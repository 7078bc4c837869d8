import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import type { LeaderboardType } from '../net/api';

/** The leaderboard in the order of `type`; the previous order while this one loads. */
export function useLeaderboard(type: LeaderboardType) {
  const api = useApi();
  return useQuery({
    queryKey: ['leaderboard', type],
    queryFn: async () => (await api.post('/api/leaderboard', { type })).data,
    placeholderData: keepPreviousData,
  });
}
