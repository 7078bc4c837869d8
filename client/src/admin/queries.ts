import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** Whether the user is an admin; refused with 403 if not. */
export function adminQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['admin', api.token],
    queryFn: async () => {
      await api.admin();
      return true;
    },
  });
}

/** The suggestions that nobody has decided, the oldest first. */
export function textRequestsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['textRequests', api.token],
    queryFn: async () => (await api.textRequests()).requests,
    // What an admin reads or edits stays where it is; what others decided meanwhile is found out on deciding it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
