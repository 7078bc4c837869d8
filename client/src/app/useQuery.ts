import { useEffect } from 'react';
import type { Query, QueryOptions } from './stores/QueryCache';
import { useRoot } from './useRoot';

/** The server's answer to a query, kept up to date for as long as the component is shown. It has to be an observer. */
export function useQuery<Data>(options: QueryOptions<Data>): Query<Data> {
  const { services } = useRoot();
  const query = services.queries.get(options);
  useEffect(() => query.use(), [query]);
  return query;
}
