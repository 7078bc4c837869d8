import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** The time after which a prefetched seat is requested again: the room keeps one for 15 s until its racer connects. */
const FRESH_MS = 8000;

/** A seat in the room of a code. There is no retry: the racer sees the error. */
export function raceSeatQuery(api: ApiClient, code: string) {
  return queryOptions({
    queryKey: ['raceSeat', api.token, code],
    queryFn: () => api.play(code),
    retry: false,
    staleTime: FRESH_MS,
  });
}
