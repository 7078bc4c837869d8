import { expect, it } from 'vitest';
import cases from '../../../../shared/fixtures/typing.json';
import { BACKSPACE, BACKSPACE_WORD, type Status, type Touched, TypingRun } from './TypingRun';

const SIGNS: Record<Status, string> = { untyped: '.', current: '^', correct: '+', incorrect: '-' };

function typed(text: string, keys: string): TypingRun {
  const run = new TypingRun(text);
  for (const key of keys) run.press(key);
  return run;
}

function touchedBy(run: TypingRun, key: string): Touched[] {
  const touched: Touched[] = [];
  const stop = run.onTouched((range) => touched.push(range));
  run.press(key);
  stop();
  return touched;
}

it.each(cases)('as in the engine: $name', ({ text, keys, statuses, errors, accuracy, finished }) => {
  const run = typed(text, keys);
  const signs = run.characters.map((_, index) => SIGNS[run.status(index)]).join('');
  expect({ signs, errors: run.errors, accuracy: run.accuracy, finished: run.isFinished }).toEqual({
    signs: statuses,
    errors,
    accuracy,
    finished,
  });
});

it('a key changes the character that it types and the one after it', () => {
  const run = new TypingRun('abc');
  expect(touchedBy(run, 'a')).toEqual([{ from: 0, to: 1 }]);
  expect(touchedBy(run, 'x')).toEqual([{ from: 1, to: 2 }]);
  expect(touchedBy(run, BACKSPACE)).toEqual([{ from: 1, to: 2 }]);
});

it('erasing a word changes only that word', () => {
  expect(touchedBy(typed('one two three', 'one two'), BACKSPACE_WORD)).toEqual([{ from: 4, to: 7 }]);
});

it('a key that changes nothing is not reported or recorded', () => {
  const run = new TypingRun('a');
  expect(touchedBy(run, BACKSPACE)).toEqual([]);
  run.press('x');
  expect(touchedBy(run, 'y')).toEqual([]);
  expect(run.keystrokes).toBe('x');
});

it('returns whether a key was correct, and null for erasing', () => {
  const run = new TypingRun('ab');
  expect([run.press('a'), run.press('x'), run.press(BACKSPACE)]).toEqual([true, false, null]);
});

it('returns the time of each key; null if unknown', () => {
  const run = new TypingRun('abc');
  run.press('a', null);
  run.press('b', 1200);
  run.press('c', 1500);
  expect(run.keysSince(1000).map(({ ms }) => ms)).toEqual([null, 200, 500]);
});

it('no key has a time before that of the key before it', () => {
  const run = new TypingRun('abc');
  run.press('a', 1200);
  run.press('b', 1100);
  run.press('c', 1300);
  expect(run.keysSince(1000).map(({ ms }) => ms)).toEqual([200, 200, 300]);
});
