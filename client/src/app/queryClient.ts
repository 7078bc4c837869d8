import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../net/ApiError';

const QUERY_RETRIES = 3;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** The time that an unused answer is kept. */
const UNUSED_LIFETIME_MS = 5 * 60 * 1000;
/**
 * Asks also while the browser takes itself for offline: the visitor is told at once what failed. Held back until the
 * network returns, a call would be made when its visitor has long gone on to something else.
 */
const NETWORK_MODE = 'always';

/** The cache of the server's answers, with the contract's rules for trying again. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: NETWORK_MODE,
        // Its default belongs to the other mode.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < QUERY_RETRIES && !isFinal(error),
        retryDelay: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS),
        gcTime: UNUSED_LIFETIME_MS,
      },
      mutations: { networkMode: NETWORK_MODE, retry: 0 },
    },
  });
}

/** Returns true for errors that a retry would not change, such as an unknown name or a missing right. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && [401, 403, 404, 409, 422].includes(error.status);
}
