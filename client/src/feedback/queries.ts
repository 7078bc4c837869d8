import { useMutation } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import type { TextSuggestion } from '../net/api';
import { refreshUserStats } from '../profile/queries';

/** Sends feedback, which may earn a skin. */
export function useSendFeedback(onDone: () => void) {
  const { services } = useRoot();
  return useMutation({
    mutationFn: (message: string) => services.api.feedback(message),
    onSuccess: ({ skin }) => {
      onDone();
      if (skin) return refreshUserStats(services.queries);
    },
  });
}

/** Suggests a text to type. */
export function useSuggestText(onDone: () => void) {
  const { services } = useRoot();
  return useMutation({
    mutationFn: (suggestion: TextSuggestion) => services.api.suggestText(suggestion),
    onSuccess: onDone,
  });
}
