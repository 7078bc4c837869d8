import { describe, expect, it } from 'vitest';
import cases from '../../../../shared/fixtures/typing.json';
import { type Status, Typing } from './Typing';

const SIGNS: Record<Status, string> = { untyped: '.', current: '^', correct: '+', incorrect: '-' };

function typed(text: string, keys: string): Typing {
  const typing = new Typing(text);
  for (const key of keys) typing.press(key);
  return typing;
}

describe('the cases shared with the engine', () => {
  it.each(cases)('$name', ({ text, keys, statuses, errors, accuracy, finished }) => {
    const typing = typed(text, keys);
    const signs = typing.characters.map((_, index) => SIGNS[typing.status(index)]).join('');
    expect({ signs, errors: typing.errors, accuracy: typing.accuracy, finished: typing.isFinished }).toEqual({
      signs: statuses,
      errors,
      accuracy,
      finished,
    });
  });
});

describe('typing', () => {
  it('knows how much is typed in whole percent, rounded half up', () => {
    expect(typed('x'.repeat(200), 'x').completed).toBe(1);
    expect(typed('x'.repeat(201), 'x').completed).toBe(0);
    expect(typed('ab', 'ab').completed).toBe(100);
  });
});
