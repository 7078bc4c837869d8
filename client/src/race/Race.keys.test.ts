import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { logOf } from '../typing/rules/keyLog';
import { BACKSPACE } from '../typing/rules/TypingRun';
import type { Race } from './Race';
import { CODE, entered, lane, OUTCOME, SEAT, started, state, type, typed } from './testing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Types keys at an even pace. */
function typeEvery(ms: number, race: Race, keys: Iterable<string>): void {
  for (const key of keys) {
    vi.advanceTimersByTime(ms);
    race.press(key);
  }
}

/** The log of `keys` that were typed at an even pace. */
const everyMs = (ms: number, keys: Iterable<string>, text = SEAT.text.text) =>
  logOf(
    text,
    [...keys].map((key, index) => ({ key, ms: ms * (index + 1) })),
  )?.flat();

const longText = (length: number) => async () => ({ ...SEAT, text: { ...SEAT.text, text: 'x'.repeat(length) } });

it('the keys travel with the progress, at most twice a second, and the rest with the finish', async () => {
  const { race, server } = await started();
  typeEvery(200, race, 'one tw');
  expect([server.nPieces, server.log]).toEqual([2, everyMs(200, 'one ')]);
  typeEvery(200, race, 'o');
  expect([server.sentNames().length, server.nPieces, server.log]).toEqual([8, 3, everyMs(200, 'one two')]);
});

it('keys that change no progress are sent within a second', async () => {
  const { race, server } = await started(memoryStorage(), longText(600));
  race.press('x');
  vi.advanceTimersByTime(900);
  race.press('x');
  expect(server.sent).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(server.sent).toEqual([['typing', { completed: 0, code: CODE, username: 'ana' }]]);
  vi.advanceTimersByTime(5000);
  expect([server.sent.length, server.log?.length]).toEqual([1, 3]);
});

it('a room that misses keys gets all of them at once', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { race, server } = await started();
  typeEvery(300, race, 'one');
  server.log = null;
  server.says('fault', { event: 'typing', reason: 'Send all keys again.', code: 'missing-keys' });
  expect(server.log).toEqual(everyMs(300, 'one'));
});

it('a finish for which the room misses keys is sent again with all of them at once', async () => {
  const { race, server } = await started();
  typeEvery(300, race, 'one two');
  server.log = null;
  server.sent = [];
  await server.answers({ reason: 'Send all keys again.', code: 'missing-keys' });
  expect([server.sentNames(), server.log]).toEqual([['typing', 'finish'], everyMs(300, 'one two')]);
  await server.answers(OUTCOME);
  expect(race.delivery.result.kind).toBe('saved');
});

it('after a reconnect all keys are sent with the next progress, at their times', async () => {
  const { race, server } = await started();
  typeEvery(300, race, 'one');
  server.reconnects();
  server.says('state', state('running', 900, [lane('ana', { completed: 43 })]));
  server.log = null;
  typeEvery(300, race, ' ');
  expect(server.log).toEqual(everyMs(300, 'one '));
});

it('a reload during the race continues the log', async () => {
  const storage = memoryStorage();
  const { race: before } = await started(storage);
  typeEvery(300, before, 'one');
  before.storeKeys();
  const { race, server } = await entered(storage);
  server.says('state', state('running', 900, [lane('ana', { completed: 43 })]));
  typeEvery(300, race, ' two');
  expect(server.log).toEqual(everyMs(300, 'one two'));
});

it('the keys of a computer that slept keep their times, and the next ones have those of the room', async () => {
  const { race, server } = await started();
  typeEvery(300, race, 'one');
  server.breaks();
  server.connects();
  // The page’s clock stood still for a minute.
  server.says('state', state('running', 60_900));
  typeEvery(600, race, ' ');
  const keys = [...'one'].map((key, index) => ({ key, ms: 300 * (index + 1) }));
  expect(server.log).toEqual(logOf('one two', [...keys, { key: ' ', ms: 61_500 }])?.flat());
});

it('a key from before the start does not count', async () => {
  const { race } = await started();
  race.press('o', performance.now() - 1);
  expect(race.run?.keystrokes).toBe('');
});

it('keys of scripts and insertions of several characters are counted, also over a reload', async () => {
  const storage = memoryStorage();
  const { race: before } = await started(storage);
  before.doubt({ untrusted: 1, pastes: 0 });
  type(before, 'one');
  before.storeKeys();
  const { race, server } = await entered(storage);
  server.says('state', state('running', 0, [lane('ana', { completed: 43 })]));
  race.doubt({ untrusted: 0, pastes: 2 });
  type(race, ' two');
  expect(server.finishes[0]?.payload).toMatchObject({ untrusted: 1, pastes: 2 });
});

it('a finish whose log is too long for the room has the keys instead, with their times', async () => {
  const { race, server } = await started(memoryStorage(), longText(100));
  typeEvery(70, race, [...Array.from({ length: 1400 }, (_, n) => (n % 2 ? BACKSPACE : 'y')), ...'x'.repeat(100)]);
  const [finish] = server.finishes;
  expect(finish?.payload).not.toHaveProperty('log');
  expect([finish?.payload.keystrokes?.length, finish?.payload.times?.length]).toEqual([1500, 1500]);
});

it('a log that does not fit into one event waits for the finish', async () => {
  const { race, server } = await started(memoryStorage(), longText(100));
  const keys = [...Array.from({ length: 900 }, (_, n) => (n % 2 ? BACKSPACE : 'é')), ...'x'.repeat(100)];
  typeEvery(70, race, keys.slice(0, -1));
  server.reconnects();
  server.says('state', state('running', 70 * (keys.length - 1)));
  server.nPieces = 0;
  typeEvery(70, race, 'x');
  expect([server.nPieces, server.log]).toEqual([1, everyMs(70, keys, 'x'.repeat(100))]);
});

it('the keys of a finish that the room never got are sent with it after a reload', async () => {
  const storage = memoryStorage();
  await typed(storage);
  const { server } = await entered(storage);
  server.log = null;
  server.says('state', state('running', 9000));
  expect([server.sentNames(), server.log]).toEqual([['join', 'typing', 'finish'], everyMs(0, 'one two')]);
});
