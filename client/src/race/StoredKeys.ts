import type { KeyValueStorage } from '../platform/storage';
import type { Doubts } from '../typing/rules/FieldKeys';
import type { TypingRun } from '../typing/rules/TypingRun';

interface RaceOf {
  code: string;
  username: string;
}

/** The stored part of a race. */
interface Entry extends Doubts {
  username: string;
  keystrokes: string;
  /** In milliseconds since 1970, because `performance.now` starts again with each page. */
  startedAt: number;
  /** The time of each key in milliseconds after the start; null if unknown. */
  times: (number | null)[];
}

/** Longer than any race takes, in milliseconds. */
const KEPT_MS = 60 * 60 * 1000;

/** The time after a key until it is stored, with those typed meanwhile, in milliseconds: all keys are stored each time. */
const STORED_AFTER_MS = 500;

/** Stores the keys typed in each race, so that a reload or another window continues from them. */
export class StoredKeys {
  /** Stores what is typed and not stored yet; null if there is nothing. */
  #due: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly storage: KeyValueStorage) {
    for (const key of storage.keys('race')) {
      const kept = read(storage.get(key));
      if (!kept || kept.startedAt < Date.now() - KEPT_MS) storage.remove(key);
    }
  }

  /** Stores the keys of `run` soon. Their times are milliseconds since `startedAt`, a time by `performance.now`. */
  keep({ code, username }: RaceOf, run: TypingRun, startedAt: number, doubts: Doubts): void {
    this.#due = () => {
      const kept: Entry = {
        username,
        keystrokes: run.keystrokes,
        startedAt: performance.timeOrigin + startedAt,
        times: run.keysSince(0).map(({ ms }) => (ms === null ? null : Math.round(ms))),
        ...doubts,
      };
      this.storage.set(`race.${code}`, JSON.stringify(kept));
    };
    this.#timer ??= setTimeout(() => this.flush(), STORED_AFTER_MS);
  }

  /** Stores now what is still to be stored: the page may be gone before it is due. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due?.();
    this.#due = null;
  }

  /** Replays the stored keys into `run`. Returns the start by `performance.now`, and the doubts; null if there are none. */
  replay({ code, username }: RaceOf, run: TypingRun): { startedAt: number; doubts: Doubts } | null {
    const kept = read(this.storage.get(`race.${code}`));
    if (kept?.username !== username) return null;
    const { keystrokes, startedAt, times, untrusted, pastes } = kept;
    for (const [index, key] of [...keystrokes].entries()) run.press(key, times[index] ?? null);
    return { startedAt: startedAt - performance.timeOrigin, doubts: { untrusted, pastes } };
  }
}

/** Parses an entry; null for anything else, because other scripts and older pages use the same storage. */
function read(stored: string | null): Entry | null {
  try {
    // The doubts are missing from the page of the version before.
    const entry = { untrusted: 0, pastes: 0, ...JSON.parse(stored ?? '') };
    const { username, keystrokes, startedAt, times, untrusted, pastes } = entry;
    const isEntry =
      [username, keystrokes].every((each) => typeof each === 'string') &&
      [startedAt, untrusted, pastes].every(Number.isFinite) &&
      Array.isArray(times) &&
      times.every((ms) => ms === null || Number.isFinite(ms));
    return isEntry ? entry : null;
  } catch {
    return null;
  }
}
