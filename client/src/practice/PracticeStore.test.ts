import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BACKSPACE, BACKSPACE_WORD } from '../typing/rules/keys';
import { type PracticeServices, PracticeStore } from './PracticeStore';

const TEXT = { text: 'one two', author: 'Nobody' };

/** A practice of `TEXT` that waits for its first key. */
async function practising(services: Partial<PracticeServices> = {}) {
  const sounds: (boolean | null)[] = [];
  const practice = new PracticeStore(
    () => ({ fetchText: async () => TEXT, save: null, best: null, ...services }),
    (correct) => sounds.push(correct),
  );
  await practice.newText();
  return { practice, sounds };
}

function type(practice: PracticeStore, keys: Iterable<string>): void {
  for (const key of keys) practice.press(key);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the clock', () => {
  it('waits for the first key, and starts with a wrong one too', async () => {
    const { practice } = await practising();
    expect([practice.phase, practice.startedAt]).toEqual(['waiting', null]);
    practice.press('x');
    expect(practice.phase).toBe('typing');
    expect(practice.startedAt).toBe(performance.now());
  });
});

describe('erasing', () => {
  it('at the first character restarts', async () => {
    const { practice } = await practising();
    practice.press(BACKSPACE);
    expect([practice.phase, practice.run?.cursor]).toEqual(['waiting', 0]);
  });

  it('at the second character restarts, and its error is forgotten', async () => {
    const { practice } = await practising();
    type(practice, ['x', BACKSPACE]);
    expect([practice.phase, practice.startedAt, practice.run?.accuracy]).toEqual(['waiting', null, 100]);
  });

  it('at the third character steps back, and the error stays counted', async () => {
    const { practice } = await practising();
    type(practice, ['o', 'x', BACKSPACE]);
    expect([practice.phase, practice.run?.cursor, practice.run?.accuracy]).toEqual(['typing', 1, 85.71]);
  });

  it('the first word restarts, a later word does not', async () => {
    const { practice } = await practising();
    type(practice, [...'one t', BACKSPACE_WORD]);
    expect([practice.phase, practice.run?.cursor]).toEqual(['typing', 4]);
    practice.press(BACKSPACE_WORD);
    expect([practice.phase, practice.run?.cursor]).toEqual(['waiting', 0]);
  });
});

describe('the end', () => {
  it('comes with the last correct character, and gives speed, accuracy and time', async () => {
    const { practice } = await practising();
    type(practice, 'one tw');
    vi.advanceTimersByTime(6000);
    practice.press('o');
    expect(practice.phase).toBe('finished');
    expect(practice.result).toMatchObject({ time: 6, wpm: 14, accuracy: 100 });
  });

  it('does not come while a character is wrong', async () => {
    const { practice } = await practising();
    type(practice, 'xne two');
    expect(practice.phase).toBe('typing');
  });

  it('takes no more keys', async () => {
    const { practice } = await practising();
    type(practice, 'one two');
    const { run } = practice;
    practice.press(BACKSPACE);
    expect([practice.phase, practice.run === run, run?.cursor]).toEqual(['finished', true, 7]);
  });

  it('saves the result of a signed-in user once', async () => {
    const save = vi.fn(async () => {});
    const { practice } = await practising({ save });
    type(practice, 'one tw');
    vi.advanceTimersByTime(3000);
    practice.press('o');
    expect(save).toHaveBeenCalledExactlyOnceWith(practice.result);
  });

  it('says why a result could not be saved', async () => {
    const { practice } = await practising({ best: 0, save: () => Promise.reject(new Error('No room.')) });
    type(practice, 'one two');
    expect(practice.isBest).toBe(true);
    await vi.waitFor(() => expect(practice.saveError).toBe('No room.'));
    expect(practice.isBest).toBe(false);
  });

  it.each<[string, number | null, boolean]>([
    ['as fast as ever is the best', 14, true],
    ['faster than ever is the best', 13.99, true],
    ['slower than once is not', 14.01, false],
    ['of which nothing is known is not', null, false],
  ])('a practice %s, also while it is being saved', async (_, best, isBest) => {
    const { practice } = await practising({ best, save: () => new Promise(() => {}) });
    type(practice, 'one tw');
    vi.advanceTimersByTime(6000);
    practice.press('o');
    expect(practice.isBest).toBe(isBest);
  });

  it('can be followed by the same text from its start', async () => {
    const { practice } = await practising();
    type(practice, 'one two');
    practice.restart();
    expect([practice.phase, practice.result, practice.run?.text, practice.run?.cursor]).toEqual([
      'waiting',
      null,
      'one two',
      0,
    ]);
  });
});

describe('texts', () => {
  it('a text that cannot be fetched ends the practice', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { practice } = await practising({ fetchText: () => Promise.reject(new Error('offline')) });
    expect(practice.hasFailed).toBe(true);
  });

  it('the text asked for last is the one that stays', async () => {
    const answers: ((text: typeof TEXT) => void)[] = [];
    const practice = new PracticeStore(
      () => ({ fetchText: () => new Promise((resolve) => answers.push(resolve)), save: null, best: null }),
      () => {},
    );
    const first = practice.newText();
    const second = practice.newText();
    answers[1]?.({ text: 'second', author: '' });
    answers[0]?.({ text: 'first', author: '' });
    await Promise.all([first, second]);
    expect(practice.run?.text).toBe('second');
  });
});

it('each key sounds right or wrong, and erasing is silent', async () => {
  const { practice, sounds } = await practising();
  type(practice, ['o', 'x', BACKSPACE]);
  expect(sounds).toEqual([true, false]);
});
