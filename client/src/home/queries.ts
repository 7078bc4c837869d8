import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { HISTORY, RUNS_FRESH_MS } from '../core/ownRuns';
import type { Language } from '../core/text';
import { useApi } from '../core/useApi';
import type { LeaderboardType } from '../net/api';
import type { DivisionEnd } from '../net/divisions';

/** The number of a member's last runs that the screen shows. */
const LAST_RUNS = 4;

/** The user's last runs, newest first. */
export function useLastRuns() {
  const api = useApi();
  return useQuery({
    queryKey: [HISTORY, 'last', api.token],
    queryFn: async () => (await api.postAsUser('/api/history', { limit: LAST_RUNS })).runs,
    staleTime: RUNS_FRESH_MS,
  });
}

/** The racers of a leaderboard: of all languages, of one, or of a division in it. */
export interface Racers {
  language: Language | undefined;
  /** Only with a language. */
  division: DivisionEnd | undefined;
}

/** The leaderboard in the order of `type`; the previous one while this one loads. */
export function useLeaderboard(type: LeaderboardType, racers: Racers) {
  const api = useApi();
  return useQuery({
    queryKey: ['leaderboard', type, racers],
    queryFn: async () => (await api.post('/api/leaderboard', { type, ...racers })).data,
    placeholderData: keepPreviousData,
  });
}
