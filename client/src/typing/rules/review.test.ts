import { expect, it } from 'vitest';
import { reviewOf } from './review';
import { twoDecimals, wpm } from './score';
import { BACKSPACE, type TimedKey } from './TypingRun';

/** One key every `everyMs`, the first at the start. */
function evenly(keys: Iterable<string>, everyMs: number): TimedKey[] {
  return [...keys].map((key, index) => ({ key, ms: index * everyMs }));
}

/** The outcome of a run through `text` that took `ms`. */
function took(ms: number, text: string) {
  return { time: twoDecimals(ms / 1000), wpm: wpm(text.length, ms) };
}

it('an even run has the same raw speed in every second and full consistency', () => {
  const text = 'abcde'.repeat(4);
  const review = reviewOf(text, evenly(text, 200), took(4000, text));
  expect(review.seconds.map(({ raw }) => raw)).toEqual([60, 60, 60, 60]);
  expect(review.seconds.map(({ at }) => at)).toEqual([1, 2, 3, 4]);
  expect(review.seconds.at(-1)?.speed).toBe(60);
  expect([review.rawWpm, review.consistency]).toEqual([60, 100]);
});

it('raw speed counts mistakes and corrections, speed does not', () => {
  const review = reviewOf('abcd', evenly(['a', 'x', BACKSPACE, 'b', 'c', 'd'], 200), took(1000, 'abcd'));
  expect(review.rawWpm).toBe(60);
  expect(review.seconds).toEqual([{ at: 1, speed: 48, raw: 60, mistakes: 1 }]);
});

it('marks each character that was ever typed wrong once, in text order', () => {
  const keys = ['x', BACKSPACE, 'x', BACKSPACE, 'a', 'b', 'x', BACKSPACE, 'c'];
  expect(reviewOf('abc', evenly(keys, 100), took(900, 'abc')).mistakes).toEqual([0, 2]);
});

it('lists the keys with the largest share of misses', () => {
  const keys = ['a', 'x', BACKSPACE, 'b', 'a', 'a', 'a', 'x', BACKSPACE, 'a'];
  const { hardKeys } = reviewOf('abaaaa', evenly(keys, 100), took(1000, 'abaaaa'));
  expect(hardKeys.map(({ character, wanted, missed }) => [character, wanted, missed])).toEqual([
    ['b', 2, 1],
    ['a', 6, 1],
  ]);
});

it('a short last second joins the one before, a long one does not', () => {
  const text = 'a'.repeat(12);
  expect(reviewOf(text, evenly(text, 100), took(1200, text)).seconds).toHaveLength(1);
  expect(reviewOf(text, evenly(text, 140), took(1600, text)).seconds).toHaveLength(2);
});

it('keys without a time count, and the seconds begin with the first known time', () => {
  const text = 'abcde'.repeat(4);
  const keys = evenly(text, 200).map(({ key, ms }, index) => ({ key, ms: index < 10 ? null : ms }));
  const review = reviewOf(text, keys, took(4000, text));
  expect(review.rawWpm).toBe(60);
  expect(review.seconds.map(({ at, raw }) => [at, raw])).toEqual([
    [3, 60],
    [4, 60],
  ]);
});

it('a run without keys has an empty review', () => {
  expect(reviewOf('abc', [], took(0, 'abc'))).toEqual({
    seconds: [],
    rawWpm: 0,
    consistency: null,
    mistakes: [],
    hardKeys: [],
  });
});

it('a letter whose accent is a key of its own is no mistake', () => {
  const keys = ['e', '\u0301', 'a'].map((key, index) => ({ key, ms: index * 300 }));
  expect(reviewOf('éa', keys, took(1000, 'éa'))).toMatchObject({ mistakes: [], hardKeys: [] });
});

it('a run is reviewed by the time that was shown at its end, also when more digits are known', () => {
  const text = 'abcde'.repeat(6);
  const keys = evenly(['x', BACKSPACE, ...text], 90);
  const shown = took(2794, text);
  expect(reviewOf(text, keys, { ...shown, time: 2.794 })).toEqual(reviewOf(text, keys, shown));
});
