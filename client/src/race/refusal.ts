import { ApiError } from '../net/ApiError';
import type { ServerError } from '../net/serverError';

/** The reason why this racer is not in the race; `kind` decides what the screen does. */
export interface RaceRefusal {
  kind: RefusalKind;
  error: ServerError;
}

type RefusalKind =
  /** The session may be over; if not, the racer can retry. */
  | 'session'
  /** The race is full or has begun: the contract sends the racer home. */
  | 'home'
  /** The race does not exist, or the server is restarting: a retry cannot succeed now. */
  | 'closed'
  /** The racer can retry. */
  | 'failed';

const kinds: Partial<Record<NonNullable<ServerError['code']>, RefusalKind>> = {
  'not-logged-in': 'session',
  'room-full': 'home',
  'race-begun': 'home',
  'unknown-room': 'closed',
  'room-expired': 'closed',
  restarting: 'closed',
};

/**
 * Returns whether our finish may be accepted over another connection: the server closed this one for a reason of its
 * own. The room's own refusals are final.
 */
export function canSendAgain({ code }: ServerError): boolean {
  return code === undefined || ['internal', 'taken-over', 'too-many-windows', 'too-many-rooms'].includes(code);
}

/** Returns whether the room will never take our finish, so that it can only be delivered late. */
export function isRoomGone({ code }: ServerError): boolean {
  return code !== undefined && ['unknown-room', 'room-closed', 'race-broken', 'race-over', 'no-seat'].includes(code);
}

/** Returns whether the room has judged our finish, so that it will never count. */
export function isJudged({ code }: ServerError): boolean {
  return (
    code !== undefined && ['too-fast', 'too-many-keys', 'wrong-keys', 'wrong-times', 'result-not-saved'].includes(code)
  );
}

/** Returns the refusal for an error of the room. */
export function refusalBy(error: ServerError): RaceRefusal {
  return { kind: (error.code && kinds[error.code]) ?? 'failed', error };
}

/** Returns the refusal for a failed `play`, or for a script that failed to load: only a reload helps. */
export function refusalOf(failure: unknown): RaceRefusal {
  return refusalBy(failure instanceof ApiError ? failure : { code: 'unreadable', reason: String(failure) });
}
