import { onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { autorun } from 'mobx';
import { isFinal } from '../net/ApiError';
import type { ConnectionStore } from './ConnectionStore';

/** The number of times that a failed query is sent again. */
const RETRIES = 3;

/** The delays before a query is sent again, in milliseconds; each is twice as long as the one before. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [1000, 30_000];

/** The time for which an unused answer is kept. */
const UNUSED_LIFETIME_MS = 5 * 60 * 1000;

/** The time for which the input of a mutation, such as a password, is kept once its screen is gone. */
const SENT_LIFETIME_MS = 1000;

/** Keeps the server's answers, with the contract's numbers. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Sent even if the server seems away. If it is, a retry waits for its return.
        networkMode: 'offlineFirst',
        retry: (nRetries, error) => nRetries < RETRIES && !isFinal(error),
        retryDelay: (nRetries) => Math.min(FIRST_RETRY_MS * 2 ** nRetries, LONGEST_RETRY_MS),
        gcTime: UNUSED_LIFETIME_MS,
      },
      mutations: {
        // Fails at once if the server is away: sent later, it could surprise a visitor who has moved on.
        networkMode: 'always',
        retry: false,
        gcTime: SENT_LIFETIME_MS,
      },
    },
  });
}

/** Lets `connection` tell whether the server is away. When it is back, queries go on, and shown answers are renewed. */
export function followConnection(queries: QueryClient, connection: ConnectionStore): void {
  onlineManager.setEventListener((setOnline) => autorun(() => setOnline(!connection.isLost)));
  queries.mount();
}

/**
 * Fetches the shown answers whose keys begin with `queryKey` after a change to what they say, and drops the others.
 * Resolves once all are in. Earlier fetches no longer count, because their answers may be older. Never rejects.
 */
export async function refresh(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  queries.removeQueries({ queryKey, type: 'inactive' });
  await queries.cancelQueries({ queryKey });
  await queries.refetchQueries({ queryKey, type: 'active' });
}

/** The options of a query whose answer is used once. */
interface Once<Data> {
  queryKey: QueryKey;
  queryFn: () => Promise<Data>;
  /** The time for which a prefetched answer can be used. */
  staleTime: number;
  retry?: false;
}

/** Sends a query whose answer will be needed soon. Resolves once there is an answer or an error, which `take` reports. */
export async function prefetch<Data>(queries: QueryClient, query: Once<Data>): Promise<void> {
  await queries.query(query).catch(() => {});
}

/** Returns the prefetched answer, unless it is still to come or stale. `take` returns the same. */
export function prefetched<Data>(queries: QueryClient, { queryKey, staleTime }: Once<Data>): Data | undefined {
  const query = queries.getQueryCache().find<Data>({ queryKey, exact: true });
  return query?.isStaleByTime(staleTime) === false ? query.state.data : undefined;
}

/** Returns the prefetched answer once; fetches now if there is none or it is stale. */
export async function take<Data>(queries: QueryClient, query: Once<Data>): Promise<Data> {
  try {
    return await queries.query(query);
  } finally {
    queries.removeQueries({ queryKey: query.queryKey, exact: true });
  }
}
