import { useAction } from '../core/useAction';
import { useRoot } from '../core/useRoot';
import type { TextSuggestion } from '../net/api';
import { refreshUserStats } from '../profile/queries';

/** Sends feedback, which may earn a skin. */
export function useSendFeedback(onDone: () => void) {
  const { services } = useRoot();
  return useAction(async (feedback: string) => {
    const answer = await services.api.postAsUser('/api/feedback', { feedback });
    onDone();
    if (answer.skin) await refreshUserStats(services.queries);
    return answer;
  });
}

export function useSuggestText(onDone: () => void) {
  const { services } = useRoot();
  return useAction(async (suggestion: TextSuggestion) => {
    await services.api.postAsUser('/api/textrequest', suggestion);
    onDone();
  });
}
