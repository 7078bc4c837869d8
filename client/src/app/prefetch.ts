import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../net/ApiError';

/** Asks for something before it is needed. */
export function askAhead<Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  void queries.prefetchQuery(query);
}

/**
 * What was asked for ahead, be it a refusal; asks now where nothing was, or where no answer came. Nobody is given the
 * same answer again.
 */
export async function takeOnce<Data, Key extends QueryKey>(
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
