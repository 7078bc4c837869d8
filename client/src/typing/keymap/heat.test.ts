import { expect, it } from 'vitest';
import { combined, figuresByKey, levelOf } from './heat';
import { keysFor } from './layouts';

const figures = (key: string, typed: number, missed: number, meanMs: number | null = null) => ({
  key,
  typed,
  missed,
  meanMs,
  medianMs: meanMs,
});

it('a key has the figures of all its characters', () => {
  const { byKey } = figuresByKey('us', [figures('a', 90, 3, 100), figures('A', 10, 2, 300), figures('b', 5, 0)]);
  const [a = ''] = keysFor('us', 'a');
  expect(byKey.get(a)).toEqual({ typed: 100, missed: 5, meanMs: 120 });
});

it('a letter with an accent counts for both of its keys', () => {
  const { byKey } = figuresByKey('es', [figures('á', 4, 1, 200), figures('a', 4, 0, 100)]);
  const [accent = '', letter = ''] = keysFor('es', 'á');
  expect(byKey.get(accent)).toEqual({ typed: 4, missed: 1, meanMs: 200 });
  expect(byKey.get(letter)).toEqual({ typed: 8, missed: 1, meanMs: 150 });
});

it('characters that the layout does not have are listed apart', () => {
  expect(figuresByKey('us', [figures('ñ', 3, 1)]).elsewhere).toEqual([figures('ñ', 3, 1)]);
});

it('unknown times do not count', () => {
  expect(combined([figures('a', 10, 0, 100), figures('b', 10, 0)]).meanMs).toBe(100);
  expect(combined([figures('b', 10, 0)]).meanMs).toBeNull();
});

it.each([
  [0, 0],
  [1, 1],
  [2.9, 1],
  [3, 2],
  [6, 3],
  [10, 4],
  [100, 4],
])('with %s %% missed, a key has level %s', (percent, level) => {
  expect(levelOf('missed', { typed: 1000, missed: percent * 10, meanMs: null }, null)).toBe(level);
});

it.each([
  [80, 0],
  [100, 1],
  [120, 2],
  [140, 3],
  [170, 4],
])('where keys take 100 ms, one of %s ms has level %s', (meanMs, level) => {
  expect(levelOf('time', { typed: 1, missed: 0, meanMs }, 100)).toBe(level);
});

it('a key whose time is unknown has no level', () => {
  expect(levelOf('time', { typed: 1, missed: 0, meanMs: null }, 100)).toBeNull();
});
