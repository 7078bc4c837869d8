import type { Random } from './words';

/** The figures of one key, over a number of runs. */
export interface KeyFigures {
  /** The character. */
  key: string;
  /** The number of times it was pressed, or another key instead. */
  typed: number;
  /** The number of times another key was pressed instead. */
  missed: number;
  /** The median time since the key before, in milliseconds; null if none is known. */
  medianMs: number | null;
}

/** The cost of a missed key in keys: it is erased, and pressed again. */
const MISS_COST = 2;

/** The most that a slow key costs, in keys: a pause before it is not its fault. */
const SLOWEST = 3;

/** The prior: a key counts as if it had been pressed this often before, as well as the user's keys on the whole. */
const PRIOR = 4;

/** The share of misses that is assumed of a user at least. */
const LEAST_MISSED = 0.02;

/**
 * The weight of a key that was never typed, so that rare keys come up until they are known, and the presses with which a
 * quarter of it is left: few, so that missed keys come before them.
 */
const UNKNOWN = 1;
const CURIOUS = 2.25;

/** The weight of any text. */
const ANY = 0.001;

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
export function weightsOf(figures: readonly KeyFigures[]): Map<string, number> {
  const sumOf = (part: 'typed' | 'missed') => figures.reduce((sum, key) => sum + key[part], 0);
  const ownMissed = Math.max(sumOf('missed') / Math.max(sumOf('typed'), 1), LEAST_MISSED);
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

function weightedMedian(figures: readonly KeyFigures[]): number | null {
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
export function weakest(figures: readonly KeyFigures[], count: number): string[] {
  const weak = [...weightsOf(figures)].filter(([key, weight]) => key !== ' ' && weight > 0);
  return weak
    .sort((one, other) => other[1] - one[1])
    .slice(0, count)
    .map(([key]) => key);
}

/**
 * Draws `count` of `texts`, words or passages, with probability by the weights of their keys: the mean over a text's
 * characters of their weights to the power of {@link PREFERENCE}, so that texts with weaker keys come back sooner. A key
 * that is hardly known weighs {@link UNKNOWN} more, much less with each press. The same text never comes twice in a row while
 * there are others.
 */
export function drawWeak(
  texts: readonly string[],
  figures: readonly KeyFigures[],
  count: number,
  random: Random,
): string[] {
  const weights = weightsOf(figures);
  const powers = new Map(
    figures.map(({ key, typed }) => {
      const curiosity = UNKNOWN * (CURIOUS / (typed + CURIOUS)) ** 2;
      return [key, ((weights.get(key) ?? 0) + curiosity) ** PREFERENCE];
    }),
  );
  const upTo: number[] = [];
  let sum = 0;
  for (const text of texts) {
    const characters = [...text];
    const total = characters.reduce((total, key) => total + (powers.get(key) ?? UNKNOWN ** PREFERENCE), 0);
    sum += ANY + total / characters.length;
    upTo.push(sum);
  }
  let last = -1;
  return Array.from({ length: texts.length > 0 ? count : 0 }, () => {
    const at = firstAbove(upTo, random() * sum);
    last = at === last ? (at + 1) % texts.length : at;
    return texts[last] ?? '';
  });
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
