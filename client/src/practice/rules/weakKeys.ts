import type { KeyFigures } from '../../net/api';
import type { Random } from './words';

/** The figures of a key that its weight needs. The memory of a device has no others. */
export type KnownKey = Omit<KeyFigures, 'meanMs'>;

/** The cost of a missed key in keys: it is erased, and pressed again. */
const MISS_COST = 2;

/** The most that a slow key costs, in keys: a pause before it is not its fault. */
const SLOWEST = 3;

/** The prior: a key counts as if it had been pressed this often before, as well as the user's keys on the whole. */
const PRIOR = 4;

/** The share of misses that is assumed of a user at least. */
const LEAST_MISSED = 0.02;

/** The presses with which a quarter of the curiosity about a key is left; all of it is about one that was never typed. */
const CURIOUS = 2.25;

/**
 * The most of the texts that are drawn for keys that are hardly known, so that rare keys come up until they are known. The
 * others are for the weak keys, which the visitor sees.
 */
const CURIOUS_SHARE = 0.25;

/** The weight of any text. */
const ANY = 0.0005;

/** The preference for texts with weak keys: the power of a key's weight. High enough to be felt after two texts. */
const PREFERENCE = 3;

/**
 * Returns the weight of each key: how much more it costs than the user's keys on the whole, 0 for one that costs no more.
 *
 * A key costs its time and, as often as it is missed, {@link MISS_COST} keys more. What is known of a rarely typed key
 * counts little:
 *
 *     weight(k) = max(0, cost(k) / own cost - 1)
 *     cost(k) = time(k) + MISS_COST * missed(k)
 *     time(k) = (typed * min(median / own median, SLOWEST) + PRIOR) / (typed + PRIOR)
 *     missed(k) = (missed + PRIOR * own share missed) / (typed + PRIOR)
 *     own cost = 1 + MISS_COST * own share missed
 *
 * The user's own figures are over all keys that they typed: the median of the medians, each as often as its key was typed,
 * and the share missed, at least {@link LEAST_MISSED}.
 */
export function weightsOf(figures: readonly KnownKey[]): Map<string, number> {
  const ownTyped = sumOf(figures.map(({ typed }) => typed));
  const ownMissed = Math.max(sumOf(figures.map(({ missed }) => missed)) / Math.max(ownTyped, 1), LEAST_MISSED);
  const ownMedian = weightedMedian(figures) ?? 1;
  const ownCost = 1 + MISS_COST * ownMissed;
  return new Map(
    figures.map(({ key, typed, missed, medianMs }) => {
      const slowness = Math.min((medianMs ?? ownMedian) / ownMedian, SLOWEST);
      const time = (typed * slowness + PRIOR) / (typed + PRIOR);
      const cost = time + (MISS_COST * (missed + PRIOR * ownMissed)) / (typed + PRIOR);
      return [key, Math.max(cost / ownCost - 1, 0)];
    }),
  );
}

function weightedMedian(figures: readonly KnownKey[]): number | null {
  const known = figures.flatMap(({ typed, medianMs }) => (medianMs === null ? [] : [{ typed, medianMs }]));
  known.sort((one, other) => one.medianMs - other.medianMs);
  const half = known.reduce((sum, { typed }) => sum + typed, 0) / 2;
  let sum = 0;
  return (
    known.find(({ typed }) => {
      sum += typed;
      return sum >= half;
    })?.medianMs ?? null
  );
}

/** Returns the weakest keys, the weakest first, without the space and without those that cost no more than others. */
export function weakest(figures: readonly KnownKey[], count: number): string[] {
  const weak = [...weightsOf(figures)].filter(([key, weight]) => key !== ' ' && weight > 0);
  return weak
    .sort((one, other) => other[1] - one[1])
    .slice(0, count)
    .map(([key]) => key);
}

/**
 * Draws `count` of `texts`, words or passages, with probability by the weights of their keys: the mean over a text's
 * characters of their weights to the power of {@link PREFERENCE}, so that texts with weaker keys come back sooner. Keys
 * that are hardly known add to it, much less with each press, and all together {@link CURIOUS_SHARE} of the texts at most.
 * The same text never comes twice in a row while there are others.
 */
export function drawWeak(
  texts: readonly string[],
  figures: readonly KnownKey[],
  count: number,
  random: Random,
): string[] {
  const weights = weightsOf(figures);
  const curiosity = new Map(figures.map(({ key, typed }) => [key, (CURIOUS / (typed + CURIOUS)) ** 2]));
  const weak = texts.map((text) => ANY + meanOf(text, (key) => weights.get(key) ?? 0));
  const unknown = texts.map((text) => meanOf(text, (key) => curiosity.get(key) ?? 1));
  const most = (CURIOUS_SHARE / (1 - CURIOUS_SHARE)) * sumOf(weak);
  const factor = Math.min(most / sumOf(unknown), 1);
  let sum = 0;
  const upTo = weak.map((weight, at) => {
    sum += weight + factor * (unknown[at] ?? 0);
    return sum;
  });
  let last = -1;
  return Array.from({ length: texts.length > 0 ? count : 0 }, () => {
    const at = firstAbove(upTo, random() * sum);
    last = at === last ? (at + 1) % texts.length : at;
    return texts[last] ?? '';
  });
}

/** Returns the mean over a text's characters of their weights to the power of {@link PREFERENCE}. */
function meanOf(text: string, weightOf: (key: string) => number): number {
  const characters = [...text];
  return sumOf(characters.map((key) => weightOf(key) ** PREFERENCE)) / characters.length;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Returns the index of the first of some rising numbers that is above `value`. */
function firstAbove(rising: readonly number[], value: number): number {
  let [from, to] = [0, rising.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rising[middle] ?? 0) > value) to = middle;
    else from = middle + 1;
  }
  return from;
}
