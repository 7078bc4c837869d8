import * as v from 'valibot';
import type { KeyValueStorage } from '../platform/storage';
import type { TypingRun } from '../typing/rules/TypingRun';

interface RaceOf {
  code: string;
  username: string;
}

const entry = v.object({
  username: v.string(),
  keystrokes: v.string(),
  /** In milliseconds since 1970, because `performance.now` starts again with each page. */
  startedAt: v.number(),
  /** The time of each key in milliseconds after the start; null if unknown. */
  times: v.array(v.nullable(v.number())),
});

type Entry = v.InferOutput<typeof entry>;

/** Longer than any race takes, in milliseconds. */
const KEPT_MS = 60 * 60 * 1000;

/** Stores the keys typed in each race, so that a reload or another window continues from them. */
export class KeyLog {
  constructor(private readonly storage: KeyValueStorage) {
    for (const key of storage.raceKeys()) {
      const kept = read(storage.get(key));
      if (!kept || kept.startedAt < Date.now() - KEPT_MS) storage.remove(key);
    }
  }

  /** Stores the keys of `run`, which started at `startedAt` by `performance.now`. */
  keep({ code, username }: RaceOf, run: TypingRun, startedAt: number): void {
    const kept: Entry = {
      username,
      keystrokes: run.keystrokes,
      startedAt: performance.timeOrigin + startedAt,
      times: run.keysSince(startedAt).map(({ ms }) => (ms === null ? null : Math.round(ms))),
    };
    this.storage.set(`race.${code}`, JSON.stringify(kept));
  }

  /** Replays the stored keys into `run` at their times. Returns the time of the start; null if there are none. */
  replay({ code, username }: RaceOf, run: TypingRun): number | null {
    const kept = read(this.storage.get(`race.${code}`));
    if (kept?.username !== username) return null;
    const startedAt = kept.startedAt - performance.timeOrigin;
    [...kept.keystrokes].forEach((key, index) => {
      const ms = kept.times[index] ?? null;
      run.press(key, ms === null ? null : startedAt + ms);
    });
    return startedAt;
  }
}

/** Parses an entry; null for anything else, because other scripts and older pages use the same storage. */
function read(stored: string | null): Entry | null {
  try {
    return v.parse(entry, JSON.parse(stored ?? 'null'));
  } catch {
    return null;
  }
}
