import { QueryClient } from '@tanstack/react-query';

const QUERY_RETRIES = 3;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** How long an answer that nothing shows is kept. */
const UNUSED_LIFETIME_MS = 5 * 60 * 1000;

/** The cache of the server's answers, with the contract's rules for trying again. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: QUERY_RETRIES,
        retryDelay: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS),
        gcTime: UNUSED_LIFETIME_MS,
      },
      mutations: { retry: 0 },
    },
  });
}
