import { expect, it, vi } from 'vitest';
import { type KeyValueStorage, memoryStorage } from '../platform/storage';
import { TypingRun } from '../typing/rules/TypingRun';
import { StoredKeys } from './StoredKeys';

const TEXT = 'a bird';
const ROOM = { code: 'room', username: 'ana' };
const NONE = { untrusted: 0, pastes: 0 };

function typed(keys: string): TypingRun {
  const run = new TypingRun(TEXT);
  for (const key of keys) run.press(key);
  return run;
}

function keep(storage: KeyValueStorage, run: TypingRun, startedAt: number, doubts = NONE): void {
  const stored = new StoredKeys(storage);
  stored.keep(ROOM, run, startedAt, doubts);
  stored.flush();
}

it('stores keys at most twice a second, and when the page goes', () => {
  vi.useFakeTimers();
  const storage = memoryStorage();
  const set = vi.spyOn(storage, 'set');
  const keystrokes = () => JSON.parse(storage.get('race.room') ?? '{}').keystrokes;
  const stored = new StoredKeys(storage);
  const run = new TypingRun('a bird in the hand');
  for (const key of 'a bird in') {
    run.press(key);
    stored.keep(ROOM, run, 0, NONE);
    vi.advanceTimersByTime(100);
  }
  expect([set.mock.calls.length, keystrokes()]).toEqual([1, 'a bir']);
  stored.flush();
  expect([set.mock.calls.length, keystrokes()]).toEqual([2, 'a bird in']);
  vi.advanceTimersByTime(1000);
  stored.flush();
  expect(set).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

it('replays the keys typed before a reload, with mistakes, times and doubts', () => {
  const storage = memoryStorage();
  const before = new TypingRun(TEXT);
  before.press('a', 400);
  before.press('x', 650.4);
  keep(storage, before, 600, { untrusted: 1, pastes: 2 });
  const after = new TypingRun(TEXT);
  const replayed = new StoredKeys(storage).replay(ROOM, after);
  expect(replayed?.startedAt).toBeCloseTo(600, 0);
  expect(replayed?.doubts).toEqual({ untrusted: 1, pastes: 2 });
  expect([after.errors, after.keysSince(0).map(({ ms }) => ms)]).toEqual([1, [400, 650]]);
});

it('replays the keys that the version before stored', () => {
  const entry = { username: 'ana', keystrokes: 'a', startedAt: performance.timeOrigin, times: [310] };
  const run = new TypingRun(TEXT);
  const stored = new StoredKeys(memoryStorage({ 'race.room': JSON.stringify(entry) }));
  expect(stored.replay(ROOM, run)?.doubts).toEqual(NONE);
  expect(run.keystrokes).toBe('a');
});

it('removes races of an hour ago', () => {
  const storage = memoryStorage();
  keep(storage, typed('a b'), performance.now());
  vi.useFakeTimers({ now: Date.now() + 61 * 60 * 1000, toFake: ['Date'] });
  new StoredKeys(storage);
  vi.useRealTimers();
  expect(storage.keys('race')).toEqual([]);
});

it.each([
  { ...ROOM, username: 'bo' },
  { ...ROOM, code: 'other' },
])('does not mix racers of one browser, or races: $username in $code', (other) => {
  const stored = new StoredKeys(memoryStorage());
  stored.keep(ROOM, typed('a b'), 0, NONE);
  stored.flush();
  expect(stored.replay(other, new TypingRun(TEXT))).toBeNull();
});

it.each(['{"username":', '"ana"', '{"username":"ana","keystrokes":"a b","startedAt":1e15,"times":["soon",1,2]}'])(
  'an entry of another shape is no race: %s',
  (entry) => {
    const run = new TypingRun(TEXT);
    expect(new StoredKeys(memoryStorage({ 'race.room': entry })).replay(ROOM, run)).toBeNull();
    expect(run.keystrokes).toBe('');
  },
);
