import { useQuery } from '@tanstack/react-query';
import { useApi } from '../core/useApi';

/** The ranked races of a racer. */
export function useRaces(username: string) {
  const api = useApi();
  return useQuery({ queryKey: ['races', username], queryFn: () => api.post('/api/races', { username }) });
}
