import { describe, expect, it } from 'vitest';
import type { ReplayLane } from '../net/api';
import { completedAt, countAt, endOf, lastOf, replayCommandOf, runWith, stepFrom, trackOf } from './rules';
import { lane } from './testing';

const TEXT = 'ab cd';

/** "ax" erased to "a", then "b cd", of which the last two keys came at the same moment. */
const KEYSTROKES = 'ax\bb cd';
const TIMES = [100, 200, 300, 400, 500, 900, 900];
const track = trackOf(TEXT, lane('ana', { time: 1, keystrokes: KEYSTROKES, times: TIMES }));
const keys = track.keys ?? [];

it.each([
  [0, 0, ''],
  [99, 0, ''],
  [100, 1, 'a'],
  [250, 2, 'ax'],
  [300, 3, 'ax\b'],
  [899, 5, 'ax\bb '],
  [900, 7, KEYSTROKES],
  [5000, 7, KEYSTROKES],
])('at %i ms, the run has its first %i keys', (ms, count, keystrokes) => {
  expect(countAt(keys, ms)).toBe(count);
  expect(runWith(TEXT, keys, count).keystrokes).toBe(keystrokes);
});

it('a mistake is in the text until it is corrected', () => {
  const states = [2, 3, 4].map((count) => {
    const run = runWith(TEXT, keys, count);
    return [run.status(0), run.status(1)].join();
  });
  expect(states).toEqual(['correct,incorrect', 'correct,current', 'correct,correct']);
});

describe('the progress of a lane', () => {
  it.each([
    [0, 0],
    [150, 20],
    [250, 40],
    [350, 20],
    [999, 100],
    [1000, 100],
  ])('is, at %i ms, %i percent by its keys', (ms, completed) => expect(completedAt(track, ms)).toBe(completed));

  it.each([
    [0, 0],
    [250, 25],
    [1000, 100],
  ])('is, at %i ms, %i percent at an even speed without keys', (ms, completed) =>
    expect(completedAt(trackOf(TEXT, lane('bo', { time: 1 })), ms)).toBe(completed),
  );
});

it.each([
  [0, 1, 100],
  [100, 1, 200],
  [150, 1, 200],
  [500, 1, 900],
  [900, 1, null],
  [900, -1, 500],
  [950, -1, 500],
  [150, -1, 0],
  [100, -1, 0],
  [50, -1, null],
] as const)('from %i ms, a step by %i key leads to %s', (ms, by, expected) =>
  expect(stepFrom(keys, ms, by)).toBe(expected),
);

it.each([
  [0, null],
  [1, { kind: 'right', typed: 'a' }],
  [2, { kind: 'wrong', typed: 'x', due: 'b' }],
  [3, { kind: 'erased' }],
  [5, { kind: 'right', typed: ' ' }],
])('the last of %i keys is %o', (count, meaning) => expect(lastOf(TEXT, keys, count)).toEqual(meaning));

it('an erased word is told apart from an erased character', () => {
  const { keys } = trackOf(TEXT, lane('ana', { keystrokes: 'ab\u0017', times: [1, 2, 3] }));
  expect(lastOf(TEXT, keys ?? [], 3)).toEqual({ kind: 'erasedWord' });
});

it.each<[string, Partial<ReplayLane>[], number]>([
  ['the last finish', [{ time: 30.25 }, { time: 31.5 }], 31_500],
  ['a key after the finish', [{ time: 1, keystrokes: 'a', times: [1040] }], 1040],
  ['nothing', [], 0],
])('a replay ends with %s', (_, lanes, end) =>
  expect(endOf(lanes.map((more) => trackOf(TEXT, lane('ana', more))))).toBe(end),
);

it.each([
  [' ', {}, { kind: 'toggle' }],
  ['ArrowRight', {}, { kind: 'seconds', by: 1 }],
  ['ArrowLeft', {}, { kind: 'seconds', by: -1 }],
  ['ArrowRight', { shiftKey: true }, { kind: 'keys', by: 1 }],
  ['ArrowLeft', { shiftKey: true }, { kind: 'keys', by: -1 }],
  ['Home', {}, { kind: 'start' }],
  ['End', {}, { kind: 'end' }],
  ['2', {}, { kind: 'racer', index: 1 }],
  ['0', {}, null],
  ['a', {}, null],
  ['Home', { shiftKey: true }, null],
  ['ArrowLeft', { altKey: true }, null],
  ['1', { ctrlKey: true }, null],
  [' ', { metaKey: true }, null],
])('the key "%s" with %o is the command %o', (key, modifiers, command) =>
  expect(
    replayCommandOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...modifiers }),
  ).toEqual(command),
);
