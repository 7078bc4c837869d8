/** The comparison of a result with those before it. Pure. */

import { twoDecimals } from './score';

/** The statistics of races, or of practices of texts, as the server has them. */
export interface SpeedStatistics {
  wpm: number;
  bestRace: number;
  racesTotal: number;
}

/** Speeds before a run, in words per minute; null if there is none, or it is not known. */
export interface SpeedsBefore {
  best: number | null;
  average: number | null;
}

/** A result beside earlier ones, in words per minute; below 0 it was slower. */
export interface Comparison {
  isBest: boolean;
  overBest: number;
  /** Null if the average is not known. */
  overAverage: number | null;
}

export function speedsOf({ wpm, bestRace, racesTotal }: SpeedStatistics): SpeedsBefore {
  return racesTotal === 0 ? { best: null, average: null } : { best: bestRace, average: wpm };
}

/** Returns how a result that counts compares with those before it; null for the first one. */
export function compared(wpm: number, { best, average }: SpeedsBefore): Comparison | null {
  if (best === null) return null;
  return {
    isBest: wpm >= best,
    overBest: twoDecimals(wpm - best),
    overAverage: average === null ? null : twoDecimals(wpm - average),
  };
}
