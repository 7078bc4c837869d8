import { useQuery } from '@tanstack/react-query';
import type { Language } from '../core/text';
import { useApi } from '../core/useApi';

/** The race of a day; of today without one. */
export function useDailyRace(language: Language, day: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['today', api.token, language, day],
    queryFn: () => api.post('/api/today', { language, ...(day !== null && { day }), ...api.identity }),
  });
}
