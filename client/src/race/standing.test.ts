import { expect, it } from 'vitest';
import { neighborOf } from './standing';

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
