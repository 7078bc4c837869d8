import { expect, it } from 'vitest';
import { zoomed } from './zoom';

const WHOLE = [0, 100] as const;

it.each([
  ['in', null, [25, 75]],
  ['in', [40, 60], [45, 55]],
  ['out', [40, 60], [30, 70]],
  ['out', [0, 20], [0, 40]],
  ['out', [25, 75], null],
  ['out', null, null],
  ['earlier', [40, 60], [30, 50]],
  ['earlier', [5, 25], [0, 20]],
  ['later', [40, 60], [50, 70]],
  ['later', [75, 95], [80, 100]],
  ['later', null, null],
] as const)('a step %s from %j leads to %j', (zoom, shown, expected) => {
  expect(zoomed(zoom, shown, WHOLE, 1)).toEqual(expected);
});

it('never shows less than the shortest part', () => {
  expect(zoomed('in', [50, 51], WHOLE, 1)).toEqual([50, 51]);
});
