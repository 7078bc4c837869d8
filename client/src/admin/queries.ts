import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../core/errors/errorText';
import { refresh } from '../core/queryClient';
import type { Language } from '../core/text';
import { useApi } from '../core/useApi';
import { useLanguage } from '../core/useText';
import type { ApiClient } from '../net/ApiClient';
import { ApiError } from '../net/ApiError';
import type { NewSkin, TextRequest } from '../net/api';

/** Checks that the user is an admin; fails with 403 if not. */
export function useAdmin() {
  const api = useApi();
  return useQuery({
    queryKey: ['admin', api.token],
    queryFn: () => api.postAsUser('/api/admin', {}).then(() => true),
  });
}

function textRequestsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['textRequests', api.token],
    queryFn: async () => (await api.postAsUser('/api/admin/gettextrequests', {})).requests,
  });
}

/** The undecided text requests, oldest first, and functions that read and replace them. */
export function useTextRequests() {
  const queries = useQueryClient();
  const query = textRequestsQuery(useApi());
  const { data, error, refetch } = useQuery({
    ...query,
    // The list must not change while an admin reads or edits; deciding a request reveals that it was decided elsewhere.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return {
    requests: data,
    error,
    refetch,
    current: () => queries.getQueryData(query.queryKey) ?? [],
    set: (requests: TextRequest[]) => queries.setQueryData(query.queryKey, requests),
  };
}

/** An admin's decision about a text request. */
type Decision =
  | { kind: 'approve'; text: string; author: string; language: Language }
  | { kind: 'reject'; reason: string };

interface DecisionListener {
  onDecided: (decision: Decision) => void;
  /** The request was decided elsewhere, or deleted with its account; `open` are the remaining ones. */
  onGone: (message: string, open: readonly TextRequest[]) => void;
}

/** Decides a text request. */
export function useDecide(id: number, { onDecided, onGone }: DecisionListener) {
  const language = useLanguage();
  const api = useApi();
  return useMutation({
    mutationFn: async (decision: Decision) => {
      try {
        await (decision.kind === 'approve'
          ? api.postAsUser('/api/admin/approvetextrequest', {
              id,
              text: decision.text,
              author: decision.author,
              language: decision.language,
            })
          : api.postAsUser('/api/admin/rejecttextrequest', { id, reason: decision.reason }));
      } catch (error) {
        // If the conflict is about the text, the request is still open.
        if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
          const { requests } = await api.postAsUser('/api/admin/gettextrequests', {});
          if (!requests.some((request) => request.id === id)) {
            onGone(errorText(error, language), requests);
          }
        }
        throw error;
      }
      onDecided(decision);
    },
  });
}

export function useAddSkin(onAdded: (skin: NewSkin) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: async (skin: NewSkin) => {
      await api.postAsUser('/api/admin/addskin', skin);
      onAdded(skin);
    },
  });
}

const HELD = 'heldResults';

/** The results that wait for a review, oldest first. */
export function useHeldResults() {
  const api = useApi();
  return useQuery({
    queryKey: [HELD, api.token],
    queryFn: () => api.postAsUser('/api/admin/getheldresults', {}),
    // The list must not change while an admin looks.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Decides about a held result, and fetches the remaining ones, also if it was decided elsewhere. */
export function useDecideResult(id: number, onDecided: (accept: boolean) => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ accept, explanation }: { accept: boolean; explanation: string }) => {
      await api.postAsUser('/api/admin/decideresult', { id, accept, explanation });
      onDecided(accept);
    },
    onSettled: () => refresh(queries, [HELD]),
  });
}

const FOUND = 'foundUsers';
const REPORTS = 'reports';

/** The accounts that a search finds, with what is on file about each. */
export function useFoundUsers(query: string) {
  const api = useApi();
  return useQuery({
    queryKey: [FOUND, api.token, query],
    queryFn: async () => (await api.postAsUser('/api/admin/users', { query })).users,
    enabled: query !== '',
    refetchOnWindowFocus: false,
  });
}

/** What is reported, the longest ago first, and what banned users replied. */
export function useReports() {
  const api = useApi();
  return useQuery({
    queryKey: [REPORTS, api.token],
    queryFn: () => api.postAsUser('/api/admin/reports', {}),
    // The list must not change while an admin reads.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** An act about an account; the key is the end of its call's path. */
export type UserAct = 'ban' | 'unban' | 'rename' | 'clearresult' | 'note';

/** Acts on the account of a user. */
export function useActOnUser(username: string, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, values }: { act: UserAct; values: Record<string, string> }) => {
      const explanation = values.explanation ?? '';
      switch (act) {
        case 'ban':
          await api.postAsUser('/api/admin/ban', {
            username,
            explanation,
            days: values.days ? Number(values.days) : null,
          });
          break;
        case 'unban':
          await api.postAsUser('/api/admin/unban', { username, explanation });
          break;
        case 'rename':
          await api.postAsUser('/api/admin/rename', { username, explanation, newUsername: values.newUsername ?? '' });
          break;
        case 'clearresult':
          await api.postAsUser('/api/admin/clearresult', { username, explanation, race: values.race ?? '' });
          break;
        case 'note':
          await api.postAsUser('/api/admin/note', { username, note: values.note ?? '' });
          break;
      }
      onDone();
    },
    onSettled: () => Promise.all([refresh(queries, [FOUND]), refresh(queries, [REPORTS])]),
  });
}

/** Settles all open reports of a thing, and fetches the remaining ones, also if they were settled elsewhere. */
export function useSettle(id: number, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (form: { explanation: string; retireText: boolean }) => {
      await api.postAsUser('/api/admin/settlereports', { id, ...form });
      onDone();
    },
    onSettled: () => refresh(queries, [REPORTS]),
  });
}
