import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/ApiError';
import { BACKSPACE, BACKSPACE_WORD } from '../typing/rules/TypingRun';
import { PracticeRun, type PracticeServices } from './PracticeRun';

/** A practice that waits for its first key, and the sounds of its keys. */
function practicing(services: Partial<PracticeServices> = {}) {
  const text = { id: 1, text: 'one two', author: 'Nobody', language: 'en' as const };
  const sounds: boolean[] = [];
  const practice = new PracticeRun(
    text,
    () => ({ save: null, best: null, ...services }),
    (correct) => sounds.push(correct),
  );
  return { practice, sounds };
}

function type(practice: PracticeRun, keys: Iterable<string>): void {
  for (const key of keys) practice.press(key);
}

/** Types all of it in six seconds: 14 wpm. */
function typeAll(practice: PracticeRun): void {
  type(practice, 'one tw');
  vi.advanceTimersByTime(6000);
  practice.press('o');
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the clock starts with the first key, even a wrong one', () => {
  const { practice } = practicing();
  expect(practice.startedAt).toBeNull();
  practice.press('x');
  expect(practice.startedAt).toBe(performance.now());
});

it.each<[string, string, boolean]>([
  ['the first character begins again', `x${BACKSPACE}`, true],
  ['the first word begins again', `one${BACKSPACE_WORD}`, true],
  ['a later character goes on', `ox${BACKSPACE}`, false],
  ['a later word goes on', `one t${BACKSPACE_WORD}`, false],
  ['nothing goes on', BACKSPACE, false],
])('erasing %s', (_, keys, isErased) => {
  const { practice } = practicing();
  type(practice, keys);
  expect(practice.isErased).toBe(isErased);
});

it('ends with the last correct character, and returns speed, accuracy and time', () => {
  const { practice } = practicing();
  typeAll(practice);
  expect(practice.final).toMatchObject({ time: 6, wpm: 14, accuracy: 100 });
});

it('ignores keys after the end', () => {
  const { practice } = practicing();
  type(practice, ['x', BACKSPACE, ...'one two', BACKSPACE]);
  expect([practice.run.cursor, practice.final?.accuracy]).toEqual([7, 85.71]);
});

it('saves the result of a signed-in user once', () => {
  const save = vi.fn(async () => {});
  const { practice } = practicing({ save });
  typeAll(practice);
  expect(save).toHaveBeenCalledExactlyOnceWith(practice.final);
});

it('keeps the reason why a result could not be saved, which is then no best', async () => {
  const refused = new ApiError(503, 'No room.');
  const { practice } = practicing({ best: 0, save: () => Promise.reject(refused) });
  type(practice, 'one two');
  expect(practice.isBest).toBe(true);
  await vi.waitFor(() => expect(practice.saveError).toBe(refused));
  expect(practice.isBest).toBe(false);
});

it.each<[string, number | null, boolean]>([
  ['as fast as ever is the best', 14, true],
  ['faster than ever is the best', 13.99, true],
  ['slower than once is not', 14.01, false],
  ['of which nothing is known is not', null, false],
])('a practice %s, also while it is being saved', (_, best, isBest) => {
  const { practice } = practicing({ best, save: () => new Promise(() => {}) });
  typeAll(practice);
  expect(practice.isBest).toBe(isBest);
});

it('each key has the sound of a correct or wrong one; erasing is silent', () => {
  const { practice, sounds } = practicing();
  type(practice, ['o', 'x', BACKSPACE]);
  expect(sounds).toEqual([true, false]);
});
