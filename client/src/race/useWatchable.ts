import { useQuery } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import type { Watchable } from '../net/api';

/** The interval at which a page asks what there is to watch, in milliseconds. */
const WATCHABLE_EVERY_MS = 10_000;

/** The races that anyone can watch now; asked for again and again while the page is seen and `isWanted`. */
export function useWatchable(isWanted = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['watchable'],
    queryFn: () => api.get<Watchable>('/api/watch'),
    staleTime: 1000,
    refetchInterval: isWanted && WATCHABLE_EVERY_MS,
  });
}
