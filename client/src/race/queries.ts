import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** A seat that was asked for longer ago is asked for again: the room keeps one for 15 s until its racer connects. */
const FRESH_MS = 8000;

/** A seat in the room of a code. There is no second try: why there is none is the racer's to know. */
export function raceSeatQuery(api: ApiClient, code: string) {
  return queryOptions({
    queryKey: ['raceSeat', api.token, code],
    queryFn: () => api.play(code),
    retry: false,
    staleTime: FRESH_MS,
  });
}
