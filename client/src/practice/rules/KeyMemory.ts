import { pressesOf } from '../../typing/rules/keyFigures';
import type { Rules, TimedKey } from '../../typing/rules/TypingRun';
import type { KnownKey } from './weakKeys';

/** The number of last waits of a key that are kept, for their median. */
const WAITS = 25;

/** The number of presses at which those before count half, so that figures follow what the typist learns. */
const FADE_AT = 120;

/** The most keys that are kept. */
const MOST_KEYS = 200;

/** The record of a key: presses, misses, and the last waits in milliseconds. */
type Kept = [typed: number, missed: number, waits: number[]];

/**
 * The keys of the runs on this device, those that were typed last at the end, in a form that can be stored. Small: about
 * 60 bytes a key. Not an object: its digits would come first.
 */
export type KeyMemory = readonly (readonly [key: string, kept: Kept])[];

/** Returns the memory with the keys of one more run. Beyond the most, those that were not typed for the longest time go. */
export function remember(memory: KeyMemory, text: string, keys: readonly TimedKey[], rules?: Rules): KeyMemory {
  const after = new Map(memory);
  for (const { due, isRight, wait } of pressesOf(text, keys, rules)) {
    const [typed, missed, waits] = after.get(due) ?? [0, 0, []];
    const fade = typed >= FADE_AT ? 0.5 : 1;
    after.delete(due);
    after.set(due, [
      Math.round(typed * fade) + 1,
      Math.round(missed * fade) + (isRight ? 0 : 1),
      wait === null ? waits : [...waits, Math.round(wait)].slice(-WAITS),
    ]);
  }
  return [...after].slice(-MOST_KEYS);
}

/** Returns the figures of the kept keys. */
export function figuresOf(memory: KeyMemory): KnownKey[] {
  return memory.map(([key, [typed, missed, waits]]) => ({
    key,
    typed,
    missed,
    medianMs: [...waits].sort((one, other) => one - other)[Math.floor(waits.length / 2)] ?? null,
  }));
}
