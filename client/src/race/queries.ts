import type { ApiClient } from '../net/ApiClient';
import { ApiError } from '../net/ApiError';
import type { TextAnswer } from '../net/api';

/** The time after which a seat that is not used yet is requested again, in milliseconds: the room keeps one for 15 s until its racer connects. */
export const SEAT_FRESH_MS = 8000;

/** Opens a room with a text in `language`. `after` is the room of the race before. */
export function openRoom(api: ApiClient, language: TextAnswer['language'], after?: string) {
  return api.postAsUser('/api/multiplayer', { after, language });
}

/** The number of a racer's last races among which the one in a room is, even if other windows raced since. */
const LAST_RACES = 10;

/** Returns the id of our race in the room with a code, once its result is saved. */
export async function raceIn(api: ApiClient, code: string): Promise<string> {
  const { runs } = await api.postAsUser('/api/history', { kind: 'race', limit: LAST_RACES });
  const race = runs.find(({ room }) => room === code)?.race;
  if (!race) throw new ApiError(404, 'There is no such race.', 'unknown-race');
  return race;
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
