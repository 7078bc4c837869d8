import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';
import type { SessionStore } from '../stores/SessionStore';

/** Redeems a verification code: once, however often the screen shows it, for a code is good for one use. */
export function verificationQuery(api: ApiClient, session: SessionStore, username: string, code: string) {
  return queryOptions({
    queryKey: ['verification', username, code],
    queryFn: async () => {
      const reward = await api.verify(username, code);
      await session.check();
      return reward;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
