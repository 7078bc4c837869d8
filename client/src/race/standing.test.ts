import { expect, it } from 'vitest';
import { closenessOf } from './standing';

const finisher = (username: string, time: number, place: number | null) => ({ username, outcome: { time }, place });
const standings = [finisher('ana', 30, 1), finisher('bo', 31.25, 2), finisher('cy', 40, 3), finisher('di', 12, null)];

it.each([
  ['ana', { place: 1, seconds: 1.25, next: 'bo' }],
  ['bo', { place: 2, seconds: 1.25, next: null }],
  ['cy', { place: 3, seconds: 10, next: null }],
  ['di', null],
  ['ed', null],
])('%s is compared with the winner, and the winner with the next', (username, closeness) => {
  expect(closenessOf(standings, username)).toEqual(closeness);
});

it('two racers who share the first place are level', () => {
  const level = [finisher('ana', 30, 1), finisher('bo', 30, 1)];
  expect(closenessOf(level, 'ana')).toEqual({ place: 1, seconds: 0, next: 'bo' });
  expect(closenessOf(level, 'bo')).toEqual({ place: 1, seconds: 0, next: 'ana' });
});

it('a racer who is the only one to finish is compared with nobody', () => {
  expect(closenessOf([finisher('ana', 30, 1)], 'ana')).toBeNull();
});
