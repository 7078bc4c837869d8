import { expect, it } from 'vitest';
import { compared, speedsOf } from './comparison';

const before = speedsOf({ wpm: 70, bestRace: 88.92, racesTotal: 5 });

it('a result is compared with the best and the average before it', () => {
  expect(compared(89.97, before)).toEqual({ isBest: true, overBest: 1.05, overAverage: 19.97 });
  expect(compared(60.5, before)).toEqual({ isBest: false, overBest: -28.42, overAverage: -9.5 });
});

it('a result as fast as the best one is a best', () => {
  expect(compared(88.92, before)?.isBest).toBe(true);
});

it('the first result has nothing to be compared with', () => {
  expect(compared(60, speedsOf({ wpm: 0, bestRace: 0, racesTotal: 0 }))).toBeNull();
});

it('without an average, a result is compared with the best', () => {
  expect(compared(60, { best: 50, average: null })).toEqual({ isBest: true, overBest: 10, overAverage: null });
});
