import { expect, it } from 'vitest';
import { keysOfRun } from './keyFigures';
import { BACKSPACE, type TimedKey } from './TypingRun';

/** Keys with the time of each. */
function timed(...keys: [key: string, ms: number | null][]): TimedKey[] {
  return keys.map(([key, ms]) => ({ key, ms }));
}

it('counts each character that was due, and the times since the key before', () => {
  const { characters } = keysOfRun('aba', timed(['a', 0], ['b', 100], ['a', 400]));
  expect(characters).toEqual([
    { key: 'a', typed: 2, missed: 0, meanMs: 300, medianMs: 300 },
    { key: 'b', typed: 1, missed: 0, meanMs: 100, medianMs: 100 },
  ]);
});

it('counts a wrong key as a miss of the character that was due', () => {
  const { characters, pairs } = keysOfRun('ab', timed(['a', 0], ['x', 100], [BACKSPACE, 200], ['b', 350]));
  expect(characters[1]).toEqual({ key: 'b', typed: 2, missed: 1, meanMs: 125, medianMs: 150 });
  expect(pairs).toEqual([{ key: 'ab', typed: 1, missed: 1, meanMs: 100, medianMs: 100 }]);
});

it('a pair needs its first character typed right by the key before', () => {
  const { pairs } = keysOfRun(
    'the..',
    timed(['t', 0], ['x', 95], [BACKSPACE, 300], ['h', 450], ['e', 600], ['…', 700]),
  );
  expect(pairs.map(({ key, missed }) => [key, missed])).toEqual([
    ['th', 1],
    ['he', 0],
    ['e.', 0],
    ['..', 0],
  ]);
});

it('leaves out long waits and unknown times', () => {
  const { characters } = keysOfRun('aaaa', timed(['a', null], ['a', 0], ['a', 2001], ['a', 2101]));
  expect(characters).toEqual([{ key: 'a', typed: 4, missed: 0, meanMs: 100, medianMs: 100 }]);
  expect(keysOfRun('a', timed(['a', 0])).characters[0]).toMatchObject({ meanMs: null, medianMs: null });
});

it('counts a letter and its accent as one key', () => {
  const { characters } = keysOfRun('é', timed(['e', 0], ['\u0301', 90]));
  expect(characters).toEqual([{ key: 'é', typed: 1, missed: 0, meanMs: null, medianMs: null }]);
});
