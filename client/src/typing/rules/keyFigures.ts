import type { KeyFigures } from '../../net/api';
import { composed } from './review';
import { BACKSPACE, BACKSPACE_WORD, RULES, type Rules, type TimedKey, TypingRun } from './TypingRun';
import { typedBy } from './typeable';

/** The wait above which a key tells nothing about its speed, in milliseconds. */
const LONGEST_WAIT_MS = 2000;

/** The figures of each character, and of each with the one before it, if that was typed right by the key before. */
export interface KeysOfRun {
  characters: KeyFigures[];
  pairs: KeyFigures[];
}

/**
 * Computes the figures of the keys of one run through `text`, by the rules by which the server computes those of all runs
 * (`typing/src/presses.rs`).
 */
export function keysOfRun(text: string, keys: readonly TimedKey[], rules: Rules = RULES.characters): KeysOfRun {
  const characters = new Map<string, Counted>();
  const pairs = new Map<string, Counted>();
  for (const press of pressesOf(text, keys, rules)) {
    count(characters, press.due, press);
    if (press.after !== null) count(pairs, press.after + press.due, press);
  }
  return { characters: figures(characters), pairs: figures(pairs) };
}

/** A key that was pressed while a character was due. */
export interface Press {
  due: string;
  /** The character before it, if that was typed right by the key before; else null. */
  after: string | null;
  isRight: boolean;
  /** The time since the key before, in milliseconds; null if it is unknown, or so long that it tells nothing. */
  wait: number | null;
}

/** Returns the presses of a run through `text`, without the keys that erase. */
export function* pressesOf(text: string, keys: readonly TimedKey[], rules: Rules = RULES.characters): Generator<Press> {
  const typing = new TypingRun(text, 'off', rules);
  let before: number | null = null;
  let after: string | null = null;
  for (const { key, ms } of composed(keys)) {
    const waited = ms === null || before === null ? null : ms - before;
    const wait = waited === null || waited > LONGEST_WAIT_MS ? null : waited;
    for (const pressed of key === BACKSPACE || key === BACKSPACE_WORD ? [key] : typedBy(key)) {
      const due = typing.characters[typing.cursor];
      const isRight = typing.press(pressed);
      if (isRight !== null && due !== undefined) yield { due, after, isRight, wait };
      after = (isRight && due) || null;
    }
    before = ms;
  }
}

interface Counted {
  typed: number;
  missed: number;
  waits: number[];
}

function count(counted: Map<string, Counted>, key: string, { isRight, wait }: Press): void {
  const entry = counted.get(key) ?? { typed: 0, missed: 0, waits: [] };
  counted.set(key, entry);
  entry.typed += 1;
  if (!isRight) entry.missed += 1;
  if (wait !== null) entry.waits.push(wait);
}

function figures(counted: Map<string, Counted>): KeyFigures[] {
  return [...counted].map(([key, { typed, missed, waits }]) => {
    const sorted = waits.toSorted((one, other) => one - other);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? null;
    const mean = sorted.length > 0 ? sorted.reduce((sum, wait) => sum + wait, 0) / sorted.length : null;
    return { key, typed, missed, meanMs: mean, medianMs: middle };
  });
}
