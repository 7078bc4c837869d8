/** Speed and accuracy, as the field defines them; the same rules as `shared/src/score.rs`. */

/** A word, for counting speed: five characters, spaces counted. */
const CHARACTERS_PER_WORD = 5;

/** Live speed is shown only below this: the first keys of a run give numbers that mean nothing. */
export const LIVE_WPM_LIMIT = 1000;

/** Words per minute for `characters` typed in `ms` milliseconds: characters / 5 / minutes, two decimals; no time, 0. */
export function wpm(characters: number, ms: number): number {
  if (ms <= 0) return 0;
  return twoDecimals(characters / CHARACTERS_PER_WORD / (ms / 60_000));
}

/** Accuracy in percent: (length - errors) / length * 100, two decimals, never below 0. */
export function accuracy(length: number, errors: number): number {
  if (length === 0) return 100;
  return twoDecimals((Math.max(length - errors, 0) / length) * 100);
}

/** `number` as it is shown and stored: two decimals. */
export function twoDecimals(number: number): number {
  return Math.round(number * 100) / 100;
}

/** The share of `length` characters that `typed` characters are, as a whole percent, 0 to 100. */
export function percent(typed: number, length: number): number {
  if (length === 0) return 100;
  return Math.round((Math.min(typed, length) * 100) / length);
}

/** The average of a list, two decimals; of none, 0. */
export function average(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  return twoDecimals(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}

/**
 * The evenness of a speed in percent: 100 if it is constant, toward 0 the more it varies. The field's usual figure, as
 * Monkeytype defines it (`kogasa` in its `numbers.ts`): the coefficient of variation c of the raw speed of each second,
 * bent into percent by 1 - tanh(c + c³/3 + c⁵/5). Null when there is nothing to compare.
 */
export function consistency(speeds: readonly number[]): number | null {
  if (speeds.length < 2) return null;
  const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
  if (mean === 0) return null;
  const variance = speeds.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / speeds.length;
  const variation = Math.sqrt(variance) / mean;
  return twoDecimals(100 * (1 - Math.tanh(variation + variation ** 3 / 3 + variation ** 5 / 5)));
}
