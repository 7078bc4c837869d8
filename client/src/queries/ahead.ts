import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** Asks for something before it is needed. */
export function askAhead<Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  void queries.prefetchQuery(query);
}

/** What was asked for ahead, else asks now. Nobody is given the same answer again. */
export async function takeOnce<Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  try {
    return await queries.fetchQuery(query);
  } finally {
    queries.removeQueries({ queryKey: query.queryKey, exact: true });
  }
}
