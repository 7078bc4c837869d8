import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import cases from '../../../shared/fixtures/practice.json';
import { ApiError } from '../net/ApiError';
import type { Mode } from '../net/api';
import { reviewOf } from '../typing/rules/review';
import { BACKSPACE, BACKSPACE_WORD, type Rules } from '../typing/rules/TypingRun';
import { type PracticeRecord, PracticeRun, type PracticeServices, type PracticeText } from './PracticeRun';

/** A practice that waits for its first key, and the sounds of its keys. */
function practicing(services: Partial<PracticeServices> = {}, ofText: Partial<PracticeText> = {}, rules?: Rules) {
  const text: PracticeText = { text: 'one two', author: 'Nobody', mode: 'text', language: 'en', ...ofText };
  const sounds: boolean[] = [];
  const practice = new PracticeRun(
    text,
    () => ({ save: async () => {}, before: null, ...services }),
    (correct) => sounds.push(correct),
    'off',
    rules,
  );
  return { practice, sounds };
}

function type(practice: PracticeRun, keys: Iterable<string>): void {
  for (const key of keys) practice.press(key);
}

/** Types all of it in six seconds: 14 wpm. */
function typeAll(practice: PracticeRun, text = 'one two'): void {
  type(practice, text.slice(0, -1));
  vi.advanceTimersByTime(6000);
  practice.press(text.slice(-1));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a practice is at the start of its text until the first key', () => {
  const { practice } = practicing();
  const isAtStartOf = (more: Partial<PracticeText>) => practice.isAtStartOf({ ...practice.text, ...more });
  expect([isAtStartOf({}), isAtStartOf({ text: 'three' }), isAtStartOf({ mode: 'own' })]).toEqual([true, false, false]);
  practice.press('o');
  expect(isAtStartOf({})).toBe(false);
});

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
  const keys = { keystrokes: 'one two', times: [0, 0, 0, 0, 0, 0, 6000] };
  const record = { ...practice.final, text: 'one two', mode: 'text', rules: 1, language: 'en', ...keys };
  expect(save).toHaveBeenCalledExactlyOnceWith(record);
});

it('keeps the reason why a result could not be saved, which is then no best', async () => {
  const refused = new ApiError(503, 'No room.');
  const { practice } = practicing({ before: { best: 14, average: 10 }, save: () => Promise.reject(refused) });
  typeAll(practice);
  expect([practice.isBest, practice.comparison?.isBest]).toEqual([true, true]);
  await vi.waitFor(() => expect(practice.saveError).toBe(refused));
  expect([practice.isBest, practice.comparison]).toEqual([false, null]);
});

it.each<[string, PracticeServices['before'], boolean]>([
  ['as fast as ever is the best', { best: 14, average: 10 }, true],
  ['faster than ever is the best', { best: 13.99, average: 10 }, true],
  ['slower than once is not', { best: 14.01, average: 10 }, false],
  ['that is the first is the best', { best: null, average: null }, true],
  ['of which nothing is known is not', null, false],
])('a practice %s, also while it is being saved', (_, before, isBest) => {
  const { practice } = practicing({ before, save: () => new Promise(() => {}) });
  typeAll(practice);
  expect(practice.isBest).toBe(isBest);
});

it.each<[string, PracticeServices['before'], Partial<PracticeText>, object | null]>([
  ['with the best and the average', { best: 20, average: 10 }, {}, { isBest: false, overBest: -6, overAverage: 4 }],
  ['with the best alone', { best: 10, average: null }, {}, { isBest: true, overBest: 4, overAverage: null }],
  ['with nothing if it is the first', { best: null, average: null }, {}, null],
  ['with nothing if nothing is known', null, {}, null],
  ['with nothing if it counts less', { best: 20, average: 10 }, { mode: 'words10', isRepeated: true }, null],
  ['with nothing if it is of a sample', { best: 20, average: 10 }, { mode: 'own', isSample: true }, null],
])('a practice is compared %s', (_, before, text, comparison) => {
  const { practice } = practicing({ before }, text);
  typeAll(practice);
  expect(practice.comparison).toEqual(comparison);
});

it('each key has the sound of a correct or wrong one; erasing is silent', () => {
  const { practice, sounds } = practicing();
  type(practice, ['o', 'x', BACKSPACE]);
  expect(sounds).toEqual([true, false]);
});

/** The cases of runs that a page can have: it makes their times itself. */
const possible = cases.filter(({ error }) => error !== 'times' && error !== 'tooFast');

it.each(possible)('as in the api: $name', ({ mode, rules = 1, text, keystrokes, times, figures, error }) => {
  const save = vi.fn(async (_: PracticeRecord) => {});
  const { practice } = practicing({ save }, { text, mode: mode as Mode }, rules as Rules);
  for (const [index, key] of [...keystrokes].entries()) practice.press(key, 500 + (times[index] ?? 0));
  if (practice.limitMs !== null) practice.end();
  expect(save).toHaveBeenCalledTimes(error === undefined ? 1 : 0);
  if (!figures || !practice.final || practice.startedAt === null) return;
  const { run, final } = practice;
  const review = reviewOf(text, run.keysSince(practice.startedAt), final, run.rules);
  const { rawWpm, consistency } = review;
  expect({ ...final, rawWpm, consistency, isPaused: practice.mark === 'paused' }).toEqual({
    time: figures.timeMs / 1000,
    wpm: figures.wpm,
    accuracy: figures.accuracy,
    rawWpm: figures.rawWpm,
    consistency: figures.consistency,
    isPaused: figures.paused ?? false,
    date: expect.any(String),
  });
});

it.each<[string, Mode, boolean, boolean]>([
  ['of words that come again is no best', 'words10', true, false],
  ['of weak keys that come again is no best', 'weak', true, false],
  ['of words that come for the first time is one', 'words10', false, true],
  ['of a text that comes again is one', 'text', true, true],
])('a run %s', (_, mode, isRepeated, isBest) => {
  const save = vi.fn(async (_: PracticeRecord) => {});
  const { practice } = practicing({ before: { best: 1, average: null }, save }, { mode, isRepeated });
  typeAll(practice);
  expect(practice.isBest).toBe(isBest);
  expect(save.mock.calls[0]?.[0].mark).toBe(isBest ? undefined : 'repeated');
});

it.each<[Mode, boolean]>([
  ['words10', false],
  ['own', false],
  ['text', true],
])('after a pause of more than ten seconds, a best in %s: %s', (mode, isBest) => {
  const save = vi.fn(async (_: PracticeRecord) => {});
  const { practice } = practicing({ before: { best: 1, average: null }, save }, { mode });
  type(practice, 'one tw');
  vi.advanceTimersByTime(10_001);
  practice.press('o');
  expect([practice.isBest, practice.mark, save.mock.calls[0]?.[0].mark]).toEqual([isBest, 'paused', 'paused']);
});

it('words are forgiven, unless the visitor wants mistakes to stop them', () => {
  const ofWords = { text: 'one two', mode: 'words10' } as const;
  const { practice } = practicing({}, ofWords);
  type(practice, 'on two');
  expect(practice.final?.accuracy).toBe(85.71);
  const stopped = new PracticeRun(
    { ...ofWords, language: 'en' },
    () => ({ save: async () => {}, before: null }),
    vi.fn(),
    'word',
  );
  type(stopped, 'on two');
  expect([stopped.final, stopped.run.rules]).toEqual([null, 1]);
});

it('a timed run ends with the first key after its limit, and ignores it', () => {
  const { practice } = practicing({}, { text: 'one two three', mode: 'words15s' });
  practice.press('o', 0);
  practice.press('n', 15_000.4);
  expect(practice.final).toBeNull();
  practice.press('e', 15_001);
  expect([practice.run.cursor, practice.final?.time]).toEqual([2, 15]);
});

it('the record of a timed run has the words that were seen', () => {
  const save = vi.fn(async (_: PracticeRecord) => {});
  const { practice } = practicing({ save }, { text: 'one two three', mode: 'words15s' });
  type(practice, 'one t');
  practice.end();
  expect(save.mock.calls[0]?.[0].text).toBe('one two');
});

it('an own text and its keys stay on the device', () => {
  const save = vi.fn(async (_: PracticeRecord) => {});
  const { practice } = practicing({ save }, { text: 'my secret', mode: 'own' });
  typeAll(practice, 'my secret');
  expect(save.mock.calls[0]?.[0]).toMatchObject({ mode: 'own', accuracy: 100 });
  expect(JSON.stringify(save.mock.calls[0])).not.toContain('secret');
});

it('a run of very many keys is saved without them', () => {
  const save = vi.fn(async (_: PracticeRecord) => {});
  const { practice } = practicing({ save });
  practice.press('o');
  for (let n = 0; n < 5000; n += 1) for (const key of ['x', BACKSPACE]) practice.press(key, n * 100);
  type(practice, 'ne two');
  expect(save.mock.calls[0]?.[0]).toMatchObject({ text: 'one two', mode: 'text' });
  expect(save.mock.calls[0]?.[0]).not.toHaveProperty('keystrokes');
});

it('a run that took no time gives no result, as of a word that an input method inserts at once', () => {
  const save = vi.fn(async () => {});
  const { practice } = practicing({ save }, { text: '愛する', mode: 'own' });
  type(practice, '愛する');
  expect([practice.final?.time, save.mock.calls.length]).toEqual([0, 0]);
});
