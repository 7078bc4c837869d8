import { errorText } from '../core/errors/errorText';
import { useAction } from '../core/useAction';
import { useRoot } from '../core/useRoot';
import { useLanguage } from '../core/useText';
import type { ApiClient } from '../net/ApiClient';
import { ApiError } from '../net/ApiError';
import type { NewSkin, TextRequest } from '../net/api';

/** Checks that the user is an admin; fails with 403 if not. */
export function adminQuery(api: ApiClient) {
  return { key: ['admin', api.token], fetch: () => api.postAsUser('/api/admin', {}).then(() => true) };
}

/** The undecided text requests, oldest first. */
export function textRequestsQuery(api: ApiClient) {
  return {
    key: ['textRequests', api.token],
    fetch: async () => (await api.postAsUser('/api/admin/gettextrequests', {})).requests,
    // The list must not change while an admin reads or edits; deciding a request reveals that it was decided elsewhere.
    isRenewed: false,
  };
}

/** An admin's decision about a text request. */
type Decision = { kind: 'approve'; text: string; author: string } | { kind: 'reject'; reason: string };

interface DecisionListener {
  onDecided: (decision: Decision) => void;
  /** The request was decided elsewhere, or deleted with its account; `open` are the remaining ones. */
  onGone: (message: string, open: readonly TextRequest[]) => void;
}

/** Decides a text request. */
export function useDecide(id: number, { onDecided, onGone }: DecisionListener) {
  const language = useLanguage();
  const { services } = useRoot();
  return useAction(async (decision: Decision) => {
    const { api } = services;
    try {
      await (decision.kind === 'approve'
        ? api.postAsUser('/api/admin/approvetextrequest', { id, text: decision.text, author: decision.author })
        : api.postAsUser('/api/admin/rejecttextrequest', { id, reason: decision.reason }));
    } catch (error) {
      // If the conflict is about the text, the request is still open.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
        const requests = await textRequestsQuery(api).fetch();
        if (!requests.some((request) => request.id === id)) {
          onGone(errorText(error, language), requests);
        }
      }
      throw error;
    }
    onDecided(decision);
  });
}

export function useAddSkin(onAdded: (skin: NewSkin) => void) {
  const { services } = useRoot();
  return useAction(async (skin: NewSkin) => {
    await services.api.postAsUser('/api/admin/addskin', skin);
    onAdded(skin);
  });
}
