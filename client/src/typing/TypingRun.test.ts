import { expect, it } from 'vitest';
import { BACKSPACE, BACKSPACE_WORD } from './rules/keys';
import { type Touched, TypingRun } from './TypingRun';

function touchedBy(run: TypingRun, key: string): Touched[] {
  const touched: Touched[] = [];
  const stop = run.onTouched((range) => touched.push(range));
  run.press(key);
  stop();
  return touched;
}

it('a key touches the character that it types and the one after it', () => {
  const run = new TypingRun('abc');
  expect(touchedBy(run, 'a')).toEqual([{ from: 0, to: 1 }]);
  expect(touchedBy(run, 'x')).toEqual([{ from: 1, to: 2 }]);
  expect(touchedBy(run, BACKSPACE)).toEqual([{ from: 1, to: 2 }]);
});

it('erasing a word touches that word only', () => {
  const run = new TypingRun('one two three');
  for (const key of 'one two') run.press(key);
  expect(touchedBy(run, BACKSPACE_WORD)).toEqual([{ from: 4, to: 7 }]);
});

it('a key that changes nothing touches nothing and is not remembered', () => {
  const run = new TypingRun('a');
  expect(touchedBy(run, BACKSPACE)).toEqual([]);
  run.press('x');
  expect(touchedBy(run, 'y')).toEqual([]);
  expect(run.keystrokes).toBe('x');
});

it('remembers its keys so that replaying them gives the same run', () => {
  const run = new TypingRun('año nuevo');
  for (const key of ['a', 'ñ', 'x', BACKSPACE, 'o', ' ', 'n', 'u', BACKSPACE_WORD, 'n']) run.press(key);
  const replayed = new TypingRun(run.text);
  for (const key of run.keystrokes) replayed.press(key);
  expect([replayed.cursor, replayed.accuracy]).toEqual([run.cursor, run.accuracy]);
});

it('says of each key whether it was right, for the sound', () => {
  const run = new TypingRun('ab');
  expect([run.press('a'), run.press('x'), run.press(BACKSPACE)]).toEqual([true, false, null]);
});

it('says when each key came, as far as it is known', () => {
  const run = new TypingRun('abc');
  run.press('a', null);
  run.press('b', 1200);
  run.press('c', 1500);
  expect(run.keysSince(1000)).toEqual([
    { key: 'a', ms: null },
    { key: 'b', ms: 200 },
    { key: 'c', ms: 500 },
  ]);
});
