import { expect, it, vi } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { TypingRun } from '../typing/TypingRun';
import { KeyLog } from './KeyLog';

const TEXT = 'a bird';
const ROOM = { code: 'room', username: 'ana' };

function typed(keys: string): TypingRun {
  const run = new TypingRun(TEXT);
  for (const key of keys) run.press(key);
  return run;
}

it('what was typed before a reload is typed again after it, mistakes included', () => {
  const storage = memoryStorage();
  const before = typed('a bxr');
  new KeyLog(storage).keep(ROOM, before, 0);
  const after = new TypingRun(TEXT);
  new KeyLog(storage).replay(ROOM, after);
  expect([after.keystrokes, after.completed]).toEqual([before.keystrokes, before.completed]);
});

it('each key keeps its time after the start', () => {
  const log = new KeyLog(memoryStorage());
  const before = new TypingRun(TEXT);
  before.press('a', 1000);
  before.press(' ', 1250);
  log.keep(ROOM, before, 600);
  const after = new TypingRun(TEXT);
  const startedAt = log.replay(ROOM, after);
  expect(startedAt).toBeCloseTo(600, 0);
  expect(after.keysSince(startedAt ?? 0).map(({ ms }) => ms)).toEqual([400, 650]);
});

it('races do not mix', () => {
  const log = new KeyLog(memoryStorage());
  log.keep({ ...ROOM, code: 'one' }, typed('a b'), 0);
  log.keep({ ...ROOM, code: 'two' }, typed('a'), 0);
  const [one, two] = [new TypingRun(TEXT), new TypingRun(TEXT)];
  log.replay({ ...ROOM, code: 'one' }, one);
  log.replay({ ...ROOM, code: 'two' }, two);
  expect([one.keystrokes, two.keystrokes]).toEqual(['a b', 'a']);
});

it('races of an hour ago are forgotten', () => {
  const storage = memoryStorage();
  new KeyLog(storage).keep(ROOM, typed('a b'), performance.now());
  vi.useFakeTimers({ now: Date.now() + 61 * 60 * 1000, toFake: ['Date'] });
  new KeyLog(storage);
  vi.useRealTimers();
  expect(storage.raceKeys()).toEqual([]);
});

it('nobody goes on with what somebody else typed in the same browser', () => {
  const log = new KeyLog(memoryStorage());
  log.keep(ROOM, typed('a b'), 0);
  expect(log.replay({ ...ROOM, username: 'bo' }, new TypingRun(TEXT))).toBeNull();
});

it.each([
  '{"username":',
  'null',
  '"ana"',
  '{"username":"ana","keystrokes":"a b","startedAt":1e15}',
  '{"username":"ana","keystrokes":"a b","startedAt":1e15,"times":["soon",1,2]}',
  '{"username":"ana","keystrokes":["a"],"startedAt":1e15,"times":[0]}',
  '{"username":"ana","keystrokes":"a b","times":[0,1,2]}',
  '{"keystrokes":"a b","startedAt":1e15,"times":[0,1,2]}',
])('what somebody else wrote there is no race: %s', (entry) => {
  const run = new TypingRun(TEXT);
  expect(new KeyLog(memoryStorage({ 'race.room': entry })).replay(ROOM, run)).toBeNull();
  expect(run.keystrokes).toBe('');
});
