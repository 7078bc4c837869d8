import type { Outcome } from '../../net/wire';
import { consistency, twoDecimals, wpm } from './score';
import { composedOf, RULES, type Rules, type TimedKey, TypingRun } from './TypingRun';

/** One second of a run. */
export interface Second {
  /** Its end in seconds after the start: a whole number, or the end of the run. */
  at: number;
  /** The average speed from the start to then, in wpm. */
  speed: number;
  /** The raw speed of this second alone: every character typed, right or wrong. */
  raw: number;
  /** The number of wrong keys in it. */
  mistakes: number;
}

/** A key that was often missed or slow. */
export interface HardKey {
  character: string;
  /** The number of times the text expected it, counting again after each correction. */
  wanted: number;
  /** The number of times another key was pressed instead. */
  missed: number;
  /** The mean time since the previous key, in milliseconds; null if no time is known. */
  meanMs: number | null;
}

/** The figures of a run beyond speed, accuracy and time. */
export interface Review {
  seconds: Second[];
  /** The speed counting all characters typed, right or wrong, corrected or not: Monkeytype's raw speed. */
  rawWpm: number;
  /** See {@link consistency}. */
  consistency: number | null;
  /** The indexes of the characters that were typed wrong at least once, in order. */
  mistakes: number[];
  /** The hardest first. */
  hardKeys: HardKey[];
}

/** The length below which the last second joins the one before, in milliseconds. Monkeytype omits it instead. */
const SHORTEST_SECOND_MS = 500;

/** A key that was never missed is hard if it takes this many times the average. */
const SLOW = 1.4;

/** The minimum number of times a slow key was expected: a single pause proves nothing. */
const SLOW_AT_LEAST = 3;

/** The maximum number of hard keys listed. */
const MOST_HARD_KEYS = 5;

/** Computes the review of a run through `text` that is over. */
export function reviewOf(
  text: string,
  keys: readonly TimedKey[],
  outcome: Pick<Outcome, 'time' | 'wpm'>,
  rules: Rules = RULES.characters,
): Review {
  // As the typist saw it at the end of the run; the history knows more digits.
  const totalMs = twoDecimals(outcome.time) * 1000;
  const typing = new TypingRun(text, 'off', rules);
  const seconds = emptySeconds(totalMs);
  const byCharacter = new Map<string, { wanted: number; missed: number; waits: number[] }>();
  const mistakes = new Set<number>();
  let before: number | null = null;
  for (const { key, ms } of composed(keys)) {
    const index = typing.cursor;
    const wanted = typing.characters[index];
    const typedBefore = typing.nTyped;
    const isRight = typing.press(key);
    const second = ms === null ? undefined : seconds[Math.min(Math.floor(Math.max(ms, 0) / 1000), seconds.length - 1)];
    if (second) second.right = typing.right;
    if (isRight !== null && wanted !== undefined) {
      const entry = byCharacter.get(wanted) ?? { wanted: 0, missed: 0, waits: [] };
      byCharacter.set(wanted, entry);
      entry.wanted += 1;
      if (ms !== null && before !== null) entry.waits.push(ms - before);
      if (!isRight) {
        entry.missed += 1;
        // By words, a space ends a word with several letters missing.
        for (let at = index; at <= typing.cursor; at += 1) if (typing.status(at) === 'incorrect') mistakes.add(at);
      }
      if (second) {
        second.typed += typing.nTyped - typedBefore;
        if (!isRight) second.mistakes += 1;
      }
    }
    before = ms;
  }
  const firstKnown = keys.find(({ ms }) => ms !== null)?.ms ?? totalMs;
  const isWhole = keys.every(({ ms }) => ms !== null);
  const known = finished(seconds, outcome.wpm).filter(({ at }) => isWhole || at > firstKnown / 1000);
  return {
    seconds: known,
    // Without mistakes the speed itself: the time may be rounded.
    rawWpm: typing.nTyped === typing.right ? outcome.wpm : wpm(typing.nTyped, totalMs),
    consistency: consistency(known.map(({ raw }) => raw)),
    mistakes: [...mistakes].sort((one, other) => one - other),
    hardKeys: hardest(byCharacter),
  };
}

/** Returns the keys with each combining accent in one with the letter before it. */
export function composed(keys: readonly TimedKey[]): TimedKey[] {
  const whole: TimedKey[] = [];
  for (const { key, ms } of keys) {
    const letter = composedOf(whole.at(-1)?.key ?? null, key);
    if (letter !== null) whole.pop();
    whole.push({ key: letter ?? key, ms });
  }
  return whole;
}

interface Counted {
  startMs: number;
  endMs: number;
  typed: number;
  mistakes: number;
  /** The number of right characters after the last key of this second; null if there was none. */
  right: number | null;
}

function emptySeconds(totalMs: number): Counted[] {
  const seconds: Counted[] = [];
  for (let startMs = 0; startMs < totalMs; startMs += 1000) {
    seconds.push({ startMs, endMs: Math.min(startMs + 1000, totalMs), typed: 0, mistakes: 0, right: null });
  }
  return seconds;
}

/** Returns the speed of each second, ending with that of the run. A short last second joins the one before. */
function finished(counted: Counted[], runWpm: number): Second[] {
  const last = counted.at(-1);
  const whole = counted.at(-2);
  if (last && whole && last.endMs - last.startMs < SHORTEST_SECOND_MS) {
    whole.endMs = last.endMs;
    whole.typed += last.typed;
    whole.mistakes += last.mistakes;
    whole.right = last.right ?? whole.right;
    counted.pop();
  }
  let right = 0;
  return counted.map((second, index) => {
    right = second.right ?? right;
    return {
      at: twoDecimals(second.endMs / 1000),
      speed: index === counted.length - 1 ? runWpm : wpm(right, second.endMs),
      raw: wpm(second.typed, second.endMs - second.startMs),
      mistakes: second.mistakes,
    };
  });
}

/** Sorts by the share of misses, then by the mean time. */
function hardest(entries: Map<string, { wanted: number; missed: number; waits: number[] }>): HardKey[] {
  const all = [...entries.values()].flatMap(({ waits }) => waits);
  const usual = mean(all);
  return [...entries]
    .map(([character, { wanted, missed, waits }]) => ({ character, wanted, missed, meanMs: mean(waits) }))
    .filter(
      ({ wanted, missed, meanMs }) =>
        missed > 0 || (wanted >= SLOW_AT_LEAST && meanMs !== null && usual !== null && meanMs > usual * SLOW),
    )
    .sort(
      (one, other) => other.missed / other.wanted - one.missed / one.wanted || (other.meanMs ?? 0) - (one.meanMs ?? 0),
    )
    .slice(0, MOST_HARD_KEYS);
}

function mean(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
