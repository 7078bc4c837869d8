import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../net/ApiError';

/** Fetches what will be needed soon. */
export function prefetch<Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  void queries.prefetchQuery(query);
}

/** Returns the prefetched answer or refusal, else fetches now. Each answer is given once. */
export async function consumePrefetched<Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  try {
    const failure = queries.getQueryState(query.queryKey)?.error;
    if (failure instanceof ApiError && failure.status !== 0) throw failure;
    return await queries.fetchQuery(query);
  } finally {
    queries.removeQueries({ queryKey: query.queryKey, exact: true });
  }
}
