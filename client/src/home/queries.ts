import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Language } from '../core/text';
import { useApi } from '../core/useApi';
import type { LeaderboardType } from '../net/api';

/** The leaderboard in the order of `type`, of one language or of all; the previous one while this one loads. */
export function useLeaderboard(type: LeaderboardType, language: Language | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['leaderboard', type, language],
    queryFn: async () => (await api.post('/api/leaderboard', { type, language })).data,
    placeholderData: keepPreviousData,
  });
}
