import { expect, it } from 'vitest';
import { movingAverage } from './average';

const runs = (...values: number[]) => values.map((value) => ({ value, runs: 1 }));

it('is the mean of the last runs, and of fewer at the start', () => {
  expect(movingAverage(runs(10, 20, 30, 40), 2)).toEqual([10, 15, 25, 35]);
});

it('counts the mean of a day as often as it has runs', () => {
  expect(movingAverage([{ value: 10, runs: 3 }, ...runs(50)], 10)).toEqual([10, 20]);
});

it('keeps the part of the oldest day that is still needed', () => {
  expect(movingAverage([{ value: 10, runs: 3 }, ...runs(50, 90)], 4)).toEqual([10, 20, 34]);
});

it('takes all runs of a day that has more than the length', () => {
  expect(movingAverage([...runs(1, 2), { value: 60, runs: 20 }], 10)).toEqual([1, 1.5, 60]);
});

it('is empty without runs', () => {
  expect(movingAverage([], 10)).toEqual([]);
});
