import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';
import type { SessionStore } from '../stores/SessionStore';

/** Redeems a verification code: once, however often the screen shows it, for a code is good for one use. */
export function verificationQuery(api: ApiClient, session: SessionStore, username: string, code: string) {
  return queryOptions({
    queryKey: ['verification', username, code],
    queryFn: async () => {
      try {
        return await api.verify(username, code);
      } finally {
        // After a refusal, too: a link that was followed before is good no longer, and its address verified.
        await session.check();
      }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
