import { useEffect } from 'react';
import type { Query, QueryOptions } from './QueryCache';
import { useRoot } from './useRoot';

/** Returns the query, kept up to date while the component is shown. The component must be an observer. */
export function useQuery<Data>(options: QueryOptions<Data>): Query<Data> {
  const { services } = useRoot();
  const query = services.queries.get(options);
  useEffect(() => query.use(), [query]);
  return query;
}
