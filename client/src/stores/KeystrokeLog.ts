import type { TypingRun } from '../typing/TypingRun';
import type { KeyValueStorage } from './storage';

/** What is kept of a race. */
interface Entry {
  code: string;
  keystrokes: string;
  /** In milliseconds since 1970: a page's own clock ends with the page. */
  startedAt: number;
  /** When each key came, in milliseconds after the start; null where that is not known. */
  times: (number | null)[];
}

/**
 * Keeps the keys typed in a race, so that reloading the page loses none of them, nor what they teach. The next race of
 * the tab takes the place of the one before.
 */
export class KeystrokeLog {
  constructor(private readonly storage: KeyValueStorage) {}

  /** Keeps where `run` stands, which started at `startedAt` by the page's own clock (`performance.now`). */
  keep(code: string, run: TypingRun, startedAt: number): void {
    const entry: Entry = {
      code,
      keystrokes: run.keystrokes,
      startedAt: performance.timeOrigin + startedAt,
      times: run.keysSince(startedAt).map(({ ms }) => (ms === null ? null : Math.round(ms))),
    };
    this.storage.set('race', JSON.stringify(entry));
  }

  /** Types into `run` what was kept of the race, each key at its time. Answers when it started; null if none was kept. */
  replay(code: string, run: TypingRun): number | null {
    const entry = this.read();
    if (entry?.code !== code) return null;
    const startedAt = entry.startedAt - performance.timeOrigin;
    [...entry.keystrokes].forEach((key, index) => {
      const ms = entry.times[index] ?? null;
      run.press(key, ms === null ? null : startedAt + ms);
    });
    return startedAt;
  }

  private read(): Entry | null {
    try {
      const stored: unknown = JSON.parse(this.storage.get('race') ?? 'null');
      return isEntry(stored) ? stored : null;
    } catch {
      return null;
    }
  }
}

function isEntry(stored: unknown): stored is Entry {
  if (typeof stored !== 'object' || stored === null) return false;
  const { code, keystrokes, startedAt, times }: Partial<Record<keyof Entry, unknown>> = stored;
  return (
    typeof code === 'string' &&
    typeof keystrokes === 'string' &&
    typeof startedAt === 'number' &&
    Array.isArray(times) &&
    times.every((ms) => ms === null || typeof ms === 'number')
  );
}
