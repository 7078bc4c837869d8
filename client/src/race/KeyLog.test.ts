import { expect, it, vi } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { TypingRun } from '../typing/rules/TypingRun';
import { KeyLog } from './KeyLog';

const TEXT = 'a bird';
const ROOM = { code: 'room', username: 'ana' };

function typed(keys: string): TypingRun {
  const run = new TypingRun(TEXT);
  for (const key of keys) run.press(key);
  return run;
}

it('replays the keys typed before a reload, with mistakes and times', () => {
  const storage = memoryStorage();
  const before = new TypingRun(TEXT);
  before.press('a', 1000);
  before.press('x', 1250);
  new KeyLog(storage).keep(ROOM, before, 600);
  const after = new TypingRun(TEXT);
  const startedAt = new KeyLog(storage).replay(ROOM, after) ?? 0;
  expect(startedAt).toBeCloseTo(600, 0);
  expect([after.errors, after.keysSince(startedAt)]).toEqual([1, before.keysSince(600)]);
});

it('removes races of an hour ago', () => {
  const storage = memoryStorage();
  new KeyLog(storage).keep(ROOM, typed('a b'), performance.now());
  vi.useFakeTimers({ now: Date.now() + 61 * 60 * 1000, toFake: ['Date'] });
  new KeyLog(storage);
  vi.useRealTimers();
  expect(storage.raceKeys()).toEqual([]);
});

it.each([
  { ...ROOM, username: 'bo' },
  { ...ROOM, code: 'other' },
])('does not mix racers of one browser, or races: $username in $code', (other) => {
  const log = new KeyLog(memoryStorage());
  log.keep(ROOM, typed('a b'), 0);
  expect(log.replay(other, new TypingRun(TEXT))).toBeNull();
});

it.each(['{"username":', '"ana"', '{"username":"ana","keystrokes":"a b","startedAt":1e15,"times":["soon",1,2]}'])(
  'an entry of another shape is no race: %s',
  (entry) => {
    const run = new TypingRun(TEXT);
    expect(new KeyLog(memoryStorage({ 'race.room': entry })).replay(ROOM, run)).toBeNull();
    expect(run.keystrokes).toBe('');
  },
);
