import type { Mode } from '../../net/api';
import type { KeyValueStorage } from '../../platform/storage';
import type { TimedKey } from '../../typing/rules/TypingRun';
import type { PracticeRun } from '../PracticeRun';
import { figuresOf, type KeyMemory, remember } from '../rules/KeyMemory';
import type { KnownKey } from '../rules/weakKeys';

/** The number of last runs of a mode whose average counts. */
export const AVERAGED = 10;

/** The part of a practice that is remembered. */
export type Remembered = Pick<PracticeRun, 'mark'> & {
  run: Pick<PracticeRun['run'], 'text' | 'rules'>;
  text: Pick<PracticeRun['text'], 'mode'>;
};

/** The speeds of a mode in wpm. */
interface Speeds {
  last: number[];
  best: number;
}

interface Kept {
  keys: KeyMemory;
  speeds: Partial<Record<Mode, Speeds>>;
}

/** The keys and speeds of this device's typist, from the practices on it. */
export class Typist {
  readonly #storage: KeyValueStorage;
  #kept: Kept;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
    this.#kept = keptIn(storage.get('typist'));
  }

  /** Adds a run with these keys. Its mark tells whether its speed counts for the average and the best. */
  remember({ run: { text, rules }, text: { mode }, mark }: Remembered, keys: readonly TimedKey[], wpm: number): void {
    const before = this.#kept.speeds[mode] ?? { last: [], best: 0 };
    const speeds = {
      last: mark === 'paused' ? before.last : [...before.last, wpm].slice(-AVERAGED),
      best: mark === null ? Math.max(before.best, wpm) : before.best,
    };
    this.#kept = {
      keys: remember(this.#kept.keys, text, keys, rules),
      speeds: { ...this.#kept.speeds, [mode]: speeds },
    };
    this.#storage.set('typist', JSON.stringify(this.#kept));
  }

  /** The figures of the keys. */
  get keys(): KnownKey[] {
    return figuresOf(this.#kept.keys);
  }

  /** The average speed of the last runs of a mode in wpm; null before the first. */
  average(mode: Mode): number | null {
    return averageOf(this.#kept.speeds[mode]?.last ?? []);
  }

  /** The best speed of a mode in wpm; null before the first run. */
  best(mode: Mode): number | null {
    return this.#kept.speeds[mode]?.best ?? null;
  }
}

/** Returns the average of speeds; null of none. */
export function averageOf(speeds: readonly number[]): number | null {
  return speeds.length === 0 ? null : speeds.reduce((sum, wpm) => sum + wpm, 0) / speeds.length;
}

/** Returns what is stored, of which other scripts may have written anything; nothing if it is something else. */
function keptIn(stored: string | null): Kept {
  const empty = { keys: [], speeds: {} };
  try {
    const { keys, speeds } = JSON.parse(stored ?? '');
    const areKeys = (keys as KeyMemory).every(
      ([key, [typed, missed, waits]]) =>
        typeof key === 'string' && Number.isFinite(typed) && Number.isFinite(missed) && Array.isArray(waits),
    );
    const areSpeeds = Object.values(speeds).every(
      (mode) => Array.isArray((mode as Speeds).last) && Number.isFinite((mode as Speeds).best),
    );
    return areKeys && areSpeeds ? { keys, speeds } : empty;
  } catch {
    return empty;
  }
}
