import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import { refreshUserStats } from '../core/userStats';
import type { TextSuggestion } from '../net/api';

/** Sends feedback, which may earn a skin. */
export function useSendFeedback(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (feedback: string) => {
      const answer = await api.postAsUser('/api/feedback', { feedback });
      onDone();
      if (answer.skin) await refreshUserStats(queries);
      return answer;
    },
  });
}

export function useSuggestText(onDone: () => void) {
  const api = useApi();
  return useMutation({
    mutationFn: async (suggestion: TextSuggestion) => {
      await api.postAsUser('/api/textrequest', suggestion);
      onDone();
    },
  });
}
