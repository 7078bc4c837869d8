import { describe, expect, it } from 'vitest';
import { accuracy, average, consistency, percent, wpm } from './score';

describe('score', () => {
  it('three hundred characters in a minute are sixty words', () => expect(wpm(300, 60_000)).toBe(60));

  it('no time gives no speed', () => expect(wpm(300, 0)).toBe(0));

  it('accuracy is the share of the length without errors, and at least zero', () => {
    expect([accuracy(200, 0), accuracy(200, 3), accuracy(3, 1), accuracy(3, 5)]).toEqual([100, 98.5, 66.67, 0]);
  });

  it('a share is rounded half up, as the engine does', () => {
    expect([percent(0, 60), percent(1, 60), percent(1, 200), percent(1, 201), percent(60, 60)]).toEqual([
      0, 2, 1, 0, 100,
    ]);
  });

  it('an average has two decimals, and is zero for an empty list', () => {
    expect([average([80, 90, 85.55]), average([72.5]), average([])]).toEqual([85.18, 72.5, 0]);
  });
});

it('consistency is 100 for a constant speed and falls as the speed varies', () => {
  expect(consistency([60, 60, 60])).toBe(100);
  expect(consistency([50, 70])).toBe(83.33);
  expect(consistency([0, 120])).toBeLessThan(10);
});

it('a single second, or none with a key, has no consistency', () => {
  expect(consistency([60])).toBeNull();
  expect(consistency([0, 0])).toBeNull();
});
