import type { ClientEvents } from '../net/wire';
import type { TypingRun } from '../typing/rules/TypingRun';
import { type LogPiece, LogPieces } from './LogPieces';

/** The longest `keystrokes` that are sent, in bytes of JSON. */
const LONGEST_KEYSTROKES_BYTES = 3000;

/** The longest `times` that fit into a `finish` of 16 KiB with the other fields, in bytes of JSON. */
const LONGEST_TIMES_BYTES = 12_000;

/** The longest time for which keys wait for progress to travel with, in milliseconds. */
const KEYS_KEPT_MS = 1000;

type Report = Pick<ClientEvents['typing'], 'completed' | 'log'>;

/** The reports of our typing to the room: the progress, and with it the log of our keys. */
export class TypingReports {
  readonly #pieces = new LogPieces();
  /** The progress last sent; null if the room refused it. */
  #sent: number | null = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly send: (report: Report) => void) {}

  /** Begins the log anew with the next report. The room has the progress `sent`; null if it has to be sent again. */
  restart(sent: number | null): void {
    this.#pieces.restart();
    this.#sent = sent;
  }

  /** Reports progress at once, and keys that change none after a while: the room sees keys while they are typed. */
  report(run: TypingRun): void {
    const isNews = run.completed !== this.#sent;
    const log = isNews ? this.#pieces.next(run, performance.now()) : null;
    if (isNews) this.#sendOf(run, log);
    if (!log) this.#sendKeysLater(run);
  }

  /** Returns what the finish of `run` says about its keys, after all of its progress: the rest of the log or, without one, the keys. */
  finish(run: TypingRun): { log: LogPiece } | { keystrokes?: string; times?: number[] } {
    // A room that gets no log accepts a finish only after this.
    if (run.completed !== this.#sent) this.#sendOf(run, null);
    const log = this.#pieces.rest(run);
    return log ? { log } : keystrokesOf(run);
  }

  /** Sends nothing more by itself. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #sendKeysLater(run: TypingRun): void {
    this.#timer ??= setTimeout(() => {
      this.stop();
      const log = run.isFinished ? null : this.#pieces.next(run, performance.now());
      if (log) this.#sendOf(run, log);
    }, KEYS_KEPT_MS);
  }

  #sendOf({ completed }: TypingRun, log: LogPiece | null): void {
    this.#sent = completed;
    if (log) this.stop();
    this.send({ completed, ...(log && { log }) });
  }
}

/** Returns the keys for a room that gets no log of them, and their times, as far as they fit into one event. */
function keystrokesOf(run: TypingRun): { keystrokes?: string; times?: number[] } {
  const { keystrokes } = run;
  if (new TextEncoder().encode(JSON.stringify(keystrokes)).length > LONGEST_KEYSTROKES_BYTES) return {};
  const times = timesOf(run);
  return times ? { keystrokes, times } : { keystrokes };
}

/** Returns the whole milliseconds from the start to each key; null if they are unknown, or too many for one event. */
function timesOf(run: TypingRun): number[] | null {
  const times = run.keysSince(0).map(({ ms }) => ms);
  if (times.includes(null)) return null;
  const whole = times.map((ms) => Math.round(ms ?? 0));
  return JSON.stringify(whole).length <= LONGEST_TIMES_BYTES ? whole : null;
}
