import { describe, expect, it } from 'vitest';
import cases from '../../../../shared/fixtures/typing.json';
import {
  BACKSPACE,
  BACKSPACE_WORD,
  RULES,
  type Rules,
  type Status,
  type StopOnError,
  type Touched,
  TypingRun,
} from './TypingRun';

const SIGNS: Record<Status, string> = { untyped: '.', current: '^', correct: '+', incorrect: '-' };

function typed(text: string, keys: string, stopOnError?: StopOnError, rules?: Rules): TypingRun {
  const run = new TypingRun(text, stopOnError, rules);
  for (const key of keys) run.press(key);
  return run;
}

function signsOf(run: TypingRun): string {
  return run.characters.map((_, index) => SIGNS[run.status(index)]).join('');
}

function touchedBy(run: TypingRun, key: string): Touched[] {
  const touched: Touched[] = [];
  const stop = run.onTouched((range) => touched.push(range));
  run.press(key);
  stop();
  return touched;
}

it.each(cases)('as in the engine: $name', ({ text, rules, keys, statuses, errors, accuracy, finished, right }) => {
  const run = typed(text, keys, 'off', rules as Rules | undefined);
  expect({
    signs: signsOf(run),
    errors: run.errors,
    accuracy: run.accuracy,
    finished: run.isFinished,
    right: run.right,
  }).toEqual({
    signs: statuses,
    errors,
    accuracy,
    finished,
    right: right ?? statuses.replaceAll(/[^+]/g, '').length,
  });
});

it('by words, a space changes the rest of its word, and an extra letter the space behind it', () => {
  expect(touchedBy(typed('three two', 'th', 'off', RULES.words), ' ')).toEqual([{ from: 2, to: 6 }]);
  expect(touchedBy(typed('three two', 'three', 'off', RULES.words), 'x')).toEqual([{ from: 5, to: 5 }]);
});

it('by words, a mistake is one as long as its word can be corrected at once', () => {
  const hasMistake = (keys: string) => typed('one two', keys, 'off', RULES.words).hasMistake;
  expect(['on', 'ox', 'onex', 'ox ', 'ox tx', `onex${BACKSPACE}`].map(hasMistake)).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
  ]);
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

describe('a run that stops at the letter of a mistake', () => {
  it.each([
    ['ax', '+^.', 1, 'a wrong key counts, and changes nothing'],
    ['axyb', '++^', 2, 'only the right key goes on'],
    [`a${BACKSPACE}x`, '^..', 1, 'erasing steps back as always'],
  ])('with the keys %j is %s with %i errors: %s', (keys, signs, errors) => {
    const run = typed('abc', keys, 'letter');
    expect([signsOf(run), run.errors]).toEqual([signs, errors]);
  });

  it('tells that the key was wrong', () => {
    expect(typed('abc', 'a', 'letter').press('x')).toBe(false);
  });

  it('waits for the accent of a letter', () => {
    expect(signsOf(typed('né!', 'ne\u0301', 'letter'))).toBe('++^');
  });

  it('is finished with its last right key, and replayed as if mistakes had been corrected', () => {
    const run = typed('abc', 'axbxc', 'letter');
    expect([run.isFinished, run.accuracy]).toEqual([true, 33.33]);
    const replay = typed('abc', run.keystrokes);
    expect([replay.isFinished, replay.errors, run.keysSince(0).length]).toEqual([
      true,
      run.errors,
      run.keystrokes.length,
    ]);
  });
});

describe('a run that stops at the word of a mistake', () => {
  it.each([
    ['xb', '-+^...', 1, 'the word can be typed to its end'],
    ['xb cd', '-+^...', 1, 'and not beyond'],
    [`xb${BACKSPACE_WORD}ab cd`, '+++++^', 1, 'until it is corrected'],
    ['abx', '++-^..', 1, 'a wrong key instead of the space goes no further'],
    ['abxcd', '++-^..', 1, 'not even with right keys'],
    ['ab x', '+++-^.', 1, 'the next word begins as always'],
  ])('with the keys %j is %s with %i errors: %s', (keys, signs, errors) => {
    const run = typed('ab cd.', keys, 'word');
    expect([signsOf(run).slice(0, signs.length), run.errors]).toEqual([signs, errors]);
  });

  it('ignores keys that it stops', () => {
    const run = typed('ab cd', 'xb', 'word');
    expect([run.press(' '), run.keystrokes]).toEqual([null, 'xb']);
  });
});
