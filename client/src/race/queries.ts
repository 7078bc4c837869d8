import type { ApiClient } from '../net/ApiClient';
import type { TextAnswer } from '../net/api';

/** The time after which a seat that is not used yet is requested again, in milliseconds: the room keeps one for a while (`SEAT_TTL`) until its racer connects. */
export const SEAT_FRESH_MS = 8000;

/** Opens a room with a text in `language`. `after` is the room of the race before. */
export function openRoom(api: ApiClient, language: TextAnswer['language'], after?: string) {
  return api.postAsUser('/api/multiplayer', { after, language });
}

/** A seat in the room with a code. It is not retried: the racer sees the error. */
export function raceSeat(api: ApiClient, code: string) {
  return {
    queryKey: ['raceSeat', api.token, code],
    queryFn: () => api.postAsUser('/api/play', { code }),
    staleTime: SEAT_FRESH_MS,
    retry: false,
  } as const;
}
