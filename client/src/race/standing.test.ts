import { expect, it } from 'vitest';
import { compared, neighborOf } from './standing';

const before = { wpm: 70, bestRace: 88.92, racesTotal: 5 };

it('a result is compared with the best and the average before it', () => {
  expect(compared({ wpm: 89.97 }, before)).toEqual({ isBest: true, overBest: 1.05, overAverage: 19.97 });
  expect(compared({ wpm: 60.5 }, before)).toEqual({ isBest: false, overBest: -28.42, overAverage: -9.5 });
});

it('a result as fast as the best one is a best', () => {
  expect(compared({ wpm: 88.92 }, before)?.isBest).toBe(true);
});

it('the first race has nothing to be compared with', () => {
  expect(compared({ wpm: 60 }, { wpm: 0, bestRace: 0, racesTotal: 0 })).toBeNull();
});

const finisher = (username: string, time: number, place: number | null) => ({ username, outcome: { time }, place });
const standings = [finisher('ana', 30, 1), finisher('bo', 31.25, 2), finisher('cy', 40, 3), finisher('di', 12, null)];

it.each([
  ['ana', { username: 'bo', lead: -1.25 }],
  ['bo', { username: 'ana', lead: 1.25 }],
  ['cy', { username: 'bo', lead: 8.75 }],
  ['di', null],
  ['ed', null],
])('%s is compared with the racer one place ahead, the first one with the next', (username, neighbor) => {
  expect(neighborOf(standings, username)).toEqual(neighbor);
});

it('a racer who is the only one to finish has no neighbor', () => {
  expect(neighborOf([finisher('ana', 30, 1)], 'ana')).toBeNull();
});
