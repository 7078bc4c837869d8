import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refresh } from '../core/queryClient';
import type { Language } from '../core/text';
import { useApi } from '../core/useApi';

const TODAY = 'today';

/** The race of a day; of today without one. */
export function useDailyRace(language: Language, day: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: [TODAY, api.token, language, day],
    queryFn: () => api.post('/api/today', { language, ...(day !== null && { day }), ...api.identity }),
  });
}

/** Returns a function that starts the visitor's attempt, or finds its room again. If that is gone, the attempt is over. */
export function useAttempt(language: Language): () => Promise<{ code: string }> {
  const api = useApi();
  const queries = useQueryClient();
  return async () => {
    try {
      return await api.postAsUser('/api/today/start', { language });
    } catch (error) {
      await refresh(queries, [TODAY]);
      throw error;
    }
  };
}
