import { ApiError } from '../net/ApiError';
import type { ErrorCode, ServerError } from '../net/serverError';

/** The reason why this racer is not in the race; `kind` decides what the screen does. */
export interface RaceRefusal {
  kind: RefusalKind;
  error: ServerError;
}

type RefusalKind =
  /** The session may be over; else to be tried again. */
  | 'doubtful'
  /** The contract sends the racer home: all seats taken, or the race has begun. */
  | 'home'
  /** No such race, or not before the server is back. */
  | 'closed'
  /** To be tried again. */
  | 'failed';

const kinds: Partial<Record<ErrorCode, RefusalKind>> = {
  'room-full': 'home',
  'race-begun': 'home',
  'unknown-room': 'closed',
  restarting: 'closed',
};

/** Returns the refusal for a failed `play`. */
export function refusalOf(failure: unknown): RaceRefusal {
  const error = { reason: failure instanceof Error ? failure.message : String(failure) };
  if (!(failure instanceof ApiError)) return { kind: 'failed', error };
  if (failure.isUnauthorized) return { kind: 'doubtful', error };
  return { kind: (failure.code && kinds[failure.code]) ?? 'failed', error };
}
