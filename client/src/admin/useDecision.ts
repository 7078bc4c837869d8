import { useMutation } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { ApiError } from '../net/ApiError';
import type { TextRequest } from '../net/api';

/** What an admin makes of a suggestion. */
export type Decision = { kind: 'approve'; text: string; author: string } | { kind: 'reject'; reason: string };

interface Listener {
  onDecided: (decision: Decision) => void;
  /** Somebody else decided it, or it went with its account; `open` are those that are left. */
  onGone: (sentence: string, open: readonly TextRequest[]) => void;
}

/** Decides one suggestion. */
export function useDecision(id: number, { onDecided, onGone }: Listener) {
  const { services } = useRoot();
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      decision.kind === 'approve'
        ? services.api.approveTextRequest(id, { text: decision.text, author: decision.author })
        : services.api.rejectTextRequest(id, decision.reason),
    onSuccess: (_, decision) => onDecided(decision),
    onError: async (error) => {
      // A conflict may also be about the text, and then the suggestion still waits.
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) return;
      const { requests } = await services.api.textRequests();
      if (!requests.some((request) => request.id === id)) onGone(error.message, requests);
    },
  });
  return {
    decide(decision: Decision) {
      if (!decide.isPending) decide.mutate(decision);
    },
    isDeciding: decide.isPending,
    error: decide.error?.message ?? null,
  };
}
