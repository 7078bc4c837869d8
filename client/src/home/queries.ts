import type { ApiClient } from '../net/ApiClient';
import type { LeaderboardType } from '../net/api';

/** The leaderboard in the order of `type`. */
export function leaderboardQuery(api: ApiClient, type: LeaderboardType) {
  return { key: ['leaderboard', type], fetch: async () => (await api.post('/api/leaderboard', { type })).data };
}
