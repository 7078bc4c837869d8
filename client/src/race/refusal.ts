import { ApiError } from '../net/ApiError';
import type { SeatRefusal } from '../net/api';

/** Why this racer is not in the race. */
export type RaceRefusal =
  | { kind: 'login' }
  /** The contract sends the racer home: all seats taken, or the race has begun. */
  | { kind: 'home'; reason: 'full' | 'joinable' }
  /** No such race, or not before the server is back. */
  | { kind: 'closed'; reason: 'unknown' | 'restarting' }
  /** No seat for now: the racer holds as many as one may, or nobody could be asked for one. */
  | { kind: 'busy'; reason: 'tooManySeats' | 'unavailable' }
  /** Anything else, with the sentence of the server. */
  | { kind: 'failed'; message: string };

/** What a refused `play` means for the racer. */
export function refusalOf(error: unknown): RaceRefusal {
  if (!(error instanceof ApiError)) return { kind: 'failed', message: String(error) };
  if (error.isUnauthorized) return { kind: 'login' };
  const reason = reasonOf(error.body);
  if (reason === 'full' || reason === 'joinable') return { kind: 'home', reason };
  if (reason === 'unknown' || reason === 'restarting') return { kind: 'closed', reason };
  if (reason === 'too many seats') return { kind: 'busy', reason: 'tooManySeats' };
  if (reason === 'unavailable') return { kind: 'busy', reason };
  return { kind: 'failed', message: error.message };
}

/** The reason in the JSON of a refused `play`; null for any other body. */
function reasonOf(body: string): SeatRefusal['reason'] | null {
  try {
    const refusal: unknown = JSON.parse(body);
    if (typeof refusal !== 'object' || refusal === null || !('reason' in refusal)) return null;
    return typeof refusal.reason === 'string' ? refusal.reason : null;
  } catch {
    return null;
  }
}
