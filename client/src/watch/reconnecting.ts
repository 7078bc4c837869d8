import type { ErrorCode } from '../net/serverError';

/** The time within which a watcher connects again who has not had any from the server, in milliseconds. */
export const FIRST_BACK_MS = 2000;

/** The longest such time, in milliseconds, to which it grows while the server does not answer. */
const LONGEST_BACK_MS = 60_000;

/** The wait after a server that is full, or an address from which too many come, in milliseconds. */
const REFUSED_MS = 10_000;

/**
 * Returns the wait before a watcher connects again, in milliseconds: a random moment, since the server may have had tens
 * of thousands.
 *
 * @param code The reason for which the connection was refused; null if it was lost.
 * @param backMs The time within which all watchers are to be back, as the server said.
 * @param failures The number of attempts since the last picture.
 */
export function waitBeforeConnecting(
  code: ErrorCode | null,
  backMs: number,
  failures: number,
  random: number = Math.random(),
): number {
  const within = Math.max(backMs, Math.min(backMs * 2 ** failures, LONGEST_BACK_MS));
  const least = code === 'room-busy' || code === 'too-many-events' ? REFUSED_MS : 0;
  return Math.round(least + within * random);
}
