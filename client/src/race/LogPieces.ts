import type { ClientEvents } from '../net/wire';
import { LONGEST_OF_RACE, logOf } from '../typing/rules/keyLog';
import type { TypingRun } from '../typing/rules/TypingRun';

/** A piece of the log of keys, as the room gets it. */
export type LogPiece = NonNullable<ClientEvents['typing']['log']>;

/** The longest piece, in bytes, that fits into a `typing` of 4 KiB with the other fields, in base64. */
const LONGEST_PIECE_BYTES = 2900;

/** The time from one piece to the next, in milliseconds: two a second. */
const PIECE_MS = 500;

/** The pieces in which the room gets the log of our keys. The times of `run` are milliseconds since the common start. */
export class LogPieces {
  /** The keys that were sent, and their bytes. */
  #nSent = 0;
  #bytesSent = 0;
  #sentAt = Number.NEGATIVE_INFINITY;

  /** Begins the log anew with the next piece. */
  restart(): void {
    this.#nSent = 0;
    this.#bytesSent = 0;
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns the keys since the last piece; null if it was sent a moment before `now`, or if there are none, or too many. */
  next(run: TypingRun, now: number): LogPiece | null {
    if (now - this.#sentAt < PIECE_MS) return null;
    const keys = logOf(run.text, run.keysSince(0))?.slice(this.#nSent) ?? [];
    const length = lengthOf(keys);
    if (length === 0 || length > LONGEST_PIECE_BYTES) return null;
    const from = this.#bytesSent;
    this.#nSent += keys.length;
    this.#bytesSent += length;
    this.#sentAt = now;
    return { from, keys: base64Of(keys) };
  }

  /** Returns all keys since the last piece, for the finish; null if the room would not keep the log. */
  rest(run: TypingRun): LogPiece | null {
    const log = keptLog(run);
    return log && { from: this.#bytesSent, keys: base64Of(log.slice(this.#nSent)) };
  }
}

/** Returns the whole log of `run` in base64; null if it is too long to be kept. */
export function wholeLog(run: TypingRun): string | null {
  const log = keptLog(run);
  return log && base64Of(log);
}

function keptLog(run: TypingRun): number[][] | null {
  const log = logOf(run.text, run.keysSince(0));
  return log && lengthOf(log) <= LONGEST_OF_RACE ? log : null;
}

function lengthOf(keys: readonly number[][]): number {
  return keys.reduce((sum, key) => sum + key.length, 0);
}

function base64Of(keys: readonly number[][]): string {
  return btoa(String.fromCharCode(...keys.flat()));
}
