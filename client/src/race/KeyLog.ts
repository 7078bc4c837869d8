import type { KeyValueStorage } from '../platform/storage';
import type { TypingRun } from '../typing/TypingRun';

/** Whose race it is. */
export interface RaceOf {
  code: string;
  username: string;
}

/** What is kept of a race. */
interface Entry extends RaceOf {
  keystrokes: string;
  /** In milliseconds since 1970: a page's own clock ends with the page. */
  startedAt: number;
  /** When each key came, in milliseconds after the start; null where that is not known. */
  times: (number | null)[];
}

/**
 * Keeps the keys typed in a race, so that reloading the page loses none of them, nor what they teach, and another window
 * goes on with them. The next race takes the place of the one before, in each storage by itself.
 */
export class KeyLog {
  /** @param storages The tab's, in which no other window's race takes this one's place, and the browser's. */
  constructor(private readonly storages: readonly KeyValueStorage[]) {}

  /** Keeps where `run` stands, which started at `startedAt` by the page's own clock (`performance.now`). */
  keep({ code, username }: RaceOf, run: TypingRun, startedAt: number): void {
    const entry: Entry = {
      code,
      username,
      keystrokes: run.keystrokes,
      startedAt: performance.timeOrigin + startedAt,
      times: run.keysSince(startedAt).map(({ ms }) => (ms === null ? null : Math.round(ms))),
    };
    const written = JSON.stringify(entry);
    for (const storage of this.storages) {
      const kept = entryOf(storage, entry);
      // Another window may have gone on with the race.
      if (kept === null || kept.keystrokes.length <= entry.keystrokes.length) storage.set('race', written);
    }
  }

  /** Types into `run` what was kept of the race, each key at its time. Answers when it started; null if none was kept. */
  replay(race: RaceOf, run: TypingRun): number | null {
    const entry = this.newest(race);
    if (entry === null) return null;
    const startedAt = entry.startedAt - performance.timeOrigin;
    [...entry.keystrokes].forEach((key, index) => {
      const ms = entry.times[index] ?? null;
      run.press(key, ms === null ? null : startedAt + ms);
    });
    return startedAt;
  }

  /** Of one race more keys are only ever added, taking back is one too: the longest entry is the newest. */
  private newest(race: RaceOf): Entry | null {
    const entries = this.storages.flatMap((storage) => entryOf(storage, race) ?? []);
    return entries.sort((one, other) => other.keystrokes.length - one.keystrokes.length)[0] ?? null;
  }
}

/** What `storage` keeps of the race; null where it is another one. */
function entryOf(storage: KeyValueStorage, { code, username }: RaceOf): Entry | null {
  const entry = read(storage);
  return entry?.code === code && entry.username === username ? entry : null;
}

function read(storage: KeyValueStorage): Entry | null {
  try {
    const stored: unknown = JSON.parse(storage.get('race') ?? 'null');
    return isEntry(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isEntry(stored: unknown): stored is Entry {
  if (typeof stored !== 'object' || stored === null) return false;
  const { code, username, keystrokes, startedAt, times }: Partial<Record<keyof Entry, unknown>> = stored;
  return (
    typeof code === 'string' &&
    typeof username === 'string' &&
    typeof keystrokes === 'string' &&
    typeof startedAt === 'number' &&
    Array.isArray(times) &&
    times.every((ms) => ms === null || typeof ms === 'number')
  );
}
