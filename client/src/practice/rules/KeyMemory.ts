import { composed } from '../../typing/rules/review';
import { type TimedKey, TypingRun } from '../../typing/rules/TypingRun';
import type { KeyFigures } from './weakKeys';

/** A wait that is a pause, in milliseconds: it tells nothing about the key after it. */
const PAUSE_MS = 2000;

/** The number of last waits of a key that are kept, for their median. */
const WAITS = 25;

/** The number of presses at which those before count half, so that figures follow what the typist learns. */
const FADE_AT = 120;

/** The most keys that are kept. */
const MOST_KEYS = 200;

/** What is kept of a key: presses, misses, and the last waits in milliseconds. */
type Kept = [typed: number, missed: number, waits: number[]];

/** The keys of the runs on this device, in a form that can be stored. Small: about 60 bytes a key. */
export type KeyMemory = Readonly<Record<string, Kept>>;

/** Returns the memory with the keys of one more run. */
export function remember(memory: KeyMemory, text: string, keys: readonly TimedKey[]): KeyMemory {
  const after = new Map(Object.entries(memory).map(([key, kept]) => [key, structuredClone(kept)]));
  const run = new TypingRun(text);
  let before: number | null = null;
  for (const { key, ms } of composed(keys)) {
    const wanted = run.characters[run.cursor];
    const isRight = run.press(key);
    if (isRight !== null && wanted !== undefined && (after.has(wanted) || after.size < MOST_KEYS)) {
      const [typed, missed, waits] = after.get(wanted) ?? [0, 0, []];
      const wait = ms === null || before === null ? null : Math.round(ms - before);
      const isKnown = wait !== null && wait < PAUSE_MS;
      const fade = typed >= FADE_AT ? 0.5 : 1;
      after.set(wanted, [
        Math.round(typed * fade) + 1,
        Math.round(missed * fade) + (isRight ? 0 : 1),
        isKnown ? [...waits, wait].slice(-WAITS) : waits,
      ]);
    }
    before = ms;
  }
  return Object.fromEntries(after);
}

/** Returns the figures of the kept keys. */
export function figuresOf(memory: KeyMemory): KeyFigures[] {
  return Object.entries(memory).map(([key, [typed, missed, waits]]) => ({
    key,
    typed,
    missed,
    medianMs: [...waits].sort((one, other) => one - other)[Math.floor(waits.length / 2)] ?? null,
  }));
}
