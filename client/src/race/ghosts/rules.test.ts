import { expect, it } from 'vitest';
import { completedAt, finishOf, leadOver, searchOf, sharedRunIn } from './rules';

const ARRIVALS = [100, 200, 200, 400];

it.each([
  [-50, 0],
  [99, 0],
  [100, 25],
  [199, 25],
  [200, 75],
  [399, 75],
  [400, 100],
  [9999, 100],
])('at %i ms, a ghost has typed %i %%', (ms, completed) => expect(completedAt(ARRIVALS, ms)).toBe(completed));

it('a ghost without a text has typed it', () => {
  expect([completedAt([], 0), finishOf([])]).toEqual([100, 0]);
});

it.each([
  [0.1, 0.3],
  [0.44, 0],
  [0.36, 0],
  [1.6, -1.2],
])('a finish after %d s is %d s ahead', (seconds, lead) => expect(leadOver(ARRIVALS, seconds) + 0).toBe(lead));

it('the address of a race against a shared run names it', () => {
  const shared = { race: 'uVCeG3pQQ1yQyx0XH2r0Wg', username: 'señora_ñu' };
  expect(sharedRunIn(searchOf(shared))).toEqual(shared);
  expect(['', '?race=x', '?of=ana', '?race=&of=ana'].map(sharedRunIn)).toEqual([null, null, null, null]);
});
