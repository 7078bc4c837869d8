/** Speed and accuracy by the usual definitions, with the same rules as `typing/src/score.rs`. */

/** The length of a word for measuring speed, in characters including spaces. */
export const CHARACTERS_PER_WORD = 5;

/** The limit below which live speed is shown: the first keys of a run give meaningless numbers. */
export const LIVE_WPM_LIMIT = 1000;

/** Words per minute for `characters` in `ms` milliseconds: characters / 5 / minutes, two decimals; 0, as gauges show it, before any time has passed. */
export function wpm(characters: number, ms: number): number {
  if (ms <= 0) return 0;
  return twoDecimals(characters / CHARACTERS_PER_WORD / (ms / 60_000));
}

/** Accuracy in percent: (length - errors) / length * 100, two decimals, never below 0. */
export function accuracy(length: number, errors: number): number {
  return twoDecimals((Math.max(length - errors, 0) / length) * 100);
}

/** Rounds to two decimals, as numbers are shown and stored. */
export function twoDecimals(number: number): number {
  return Math.round(number * 100) / 100;
}

/** The share of `typed` in `length` characters, in whole percent, 0 to 100. */
export function percent(typed: number, length: number): number {
  if (length === 0) return 100;
  return Math.round((Math.min(typed, length) * 100) / length);
}

/** The average of a list, two decimals; 0 for an empty one. */
export function average(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  return twoDecimals(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}

/**
 * The consistency of a speed in percent: 100 if it is constant, lower the more it varies. As Monkeytype defines it
 * (`kogasa` in its `numbers.ts`): the coefficient of variation c of the raw speed of each second, mapped to percent by
 * 1 - tanh(c + c³/3 + c⁵/5). Null if there is nothing to compare.
 */
export function consistency(speeds: readonly number[]): number | null {
  if (speeds.length < 2) return null;
  const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
  if (mean === 0) return null;
  const variance = speeds.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / speeds.length;
  const variation = Math.sqrt(variance) / mean;
  return twoDecimals(100 * (1 - Math.tanh(variation + variation ** 3 / 3 + variation ** 5 / 5)));
}
