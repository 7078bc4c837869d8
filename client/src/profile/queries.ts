import { useQuery } from '@tanstack/react-query';
import { RACES_FRESH } from '../core/ownRuns';
import { useApi } from '../core/useApi';

/** The ranked races of a racer. */
export function useRaces(username: string) {
  const api = useApi();
  const queryFn = () => api.post('/api/races', { username });
  return useQuery({ queryKey: ['races', username], queryFn, ...RACES_FRESH });
}
