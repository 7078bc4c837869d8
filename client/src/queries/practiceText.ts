import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** A text to practise. There is no second try: without one, practice leads home. */
function practiceTextQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['practiceText'],
    queryFn: () => api.text(),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Asks for a text before it is needed. */
export function askForText(queries: QueryClient, api: ApiClient): void {
  void queries.prefetchQuery(practiceTextQuery(api));
}

/** The text that was asked for, else a new one. Nobody is given it again. */
export async function takeText(queries: QueryClient, api: ApiClient) {
  const query = practiceTextQuery(api);
  try {
    return await queries.fetchQuery(query);
  } finally {
    queries.removeQueries(query);
  }
}
