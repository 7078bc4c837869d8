import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** Whether the owner of `token` is an admin; refused with 403 if not. */
export function adminQuery(api: ApiClient, token: string) {
  return queryOptions({
    queryKey: ['admin', token],
    queryFn: async () => {
      await api.admin(token);
      return true;
    },
  });
}

/** The suggestions that nobody has decided, the oldest first. */
export function textRequestsQuery(api: ApiClient, token: string) {
  return queryOptions({
    queryKey: ['textRequests', token],
    queryFn: async () => (await api.textRequests(token)).requests,
    // What an admin reads or edits stays where it is; what others decided meanwhile is found out on deciding it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
