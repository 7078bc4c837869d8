import { expect, it } from 'vitest';
import { movesSince } from './moves';

const table = (...racers: number[]) => racers.map((racer, at) => ({ racer, place: at + 1 }));

it('a racer moves by the places they have won or lost', () => {
  const moves = movesSince(table(7, 8, 9), table(9, 7, 8, 10));
  expect([...moves]).toEqual([
    [9, 2],
    [7, -1],
    [8, -1],
    [10, 0],
  ]);
});
