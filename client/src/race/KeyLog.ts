import type { KeyValueStorage } from '../platform/storage';
import type { TypingRun } from '../typing/TypingRun';

interface RaceOf {
  code: string;
  username: string;
}

interface Entry {
  username: string;
  keystrokes: string;
  /** In milliseconds since 1970: a page's own clock ends with the page. */
  startedAt: number;
  /** When each key came, in milliseconds after the start; null where that is not known. */
  times: (number | null)[];
}

/** Longer than any race takes, in milliseconds. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Keeps the keys typed in each race, so that a reload goes on where the typing was, with all that the keys teach, and
 * so does another window.
 */
export class KeyLog {
  readonly #storage: KeyValueStorage;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
    for (const key of storage.raceKeys()) {
      const entry = read(storage.get(key));
      if (!entry || entry.startedAt < Date.now() - KEPT_MS) storage.remove(key);
    }
  }

  /** Keeps where `run` stands, which started at `startedAt` by the page's own clock (`performance.now`). */
  keep({ code, username }: RaceOf, run: TypingRun, startedAt: number): void {
    const entry: Entry = {
      username,
      keystrokes: run.keystrokes,
      startedAt: performance.timeOrigin + startedAt,
      times: run.keysSince(startedAt).map(({ ms }) => (ms === null ? null : Math.round(ms))),
    };
    this.#storage.set(`race.${code}`, JSON.stringify(entry));
  }

  /** Types into `run` what was kept of the race, each key at its time. Returns when it started; null if none was kept. */
  replay({ code, username }: RaceOf, run: TypingRun): number | null {
    const entry = read(this.#storage.get(`race.${code}`));
    if (entry?.username !== username) return null;
    const startedAt = entry.startedAt - performance.timeOrigin;
    [...entry.keystrokes].forEach((key, index) => {
      const ms = entry.times[index] ?? null;
      run.press(key, ms === null ? null : startedAt + ms);
    });
    return startedAt;
  }
}

/** Null for anything that is no entry: anybody may write to the browser's storage. */
function read(stored: string | null): Entry | null {
  try {
    const entry: unknown = JSON.parse(stored ?? 'null');
    return isEntry(entry) ? entry : null;
  } catch {
    return null;
  }
}

function isEntry(stored: unknown): stored is Entry {
  if (typeof stored !== 'object' || stored === null) return false;
  const { username, keystrokes, startedAt, times }: Partial<Record<keyof Entry, unknown>> = stored;
  return (
    typeof username === 'string' &&
    typeof keystrokes === 'string' &&
    typeof startedAt === 'number' &&
    Array.isArray(times) &&
    times.every((ms) => ms === null || typeof ms === 'number')
  );
}
