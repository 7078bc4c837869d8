import { expect, it } from 'vitest';
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
  new KeyLog([storage]).keep(ROOM, before, 0);
  const after = new TypingRun(TEXT);
  new KeyLog([storage]).replay(ROOM, after);
  expect([after.keystrokes, after.completed]).toEqual([before.keystrokes, before.completed]);
});

it('each key keeps its time after the start', () => {
  const storage = memoryStorage();
  const before = new TypingRun(TEXT);
  before.press('a', 1000);
  before.press(' ', 1250);
  new KeyLog([storage]).keep(ROOM, before, 600);
  const after = new TypingRun(TEXT);
  const startedAt = new KeyLog([storage]).replay(ROOM, after);
  expect(startedAt).toBeCloseTo(600, 0);
  expect(after.keysSince(startedAt ?? 0).map(({ ms }) => ms)).toEqual([400, 650]);
});

it('races do not mix: the next one takes the place of the one before', () => {
  const log = new KeyLog([memoryStorage()]);
  log.keep({ ...ROOM, code: 'one' }, typed('a b'), 0);
  log.keep({ ...ROOM, code: 'two' }, typed('a'), 0);
  const [one, two] = [new TypingRun(TEXT), new TypingRun(TEXT)];
  log.replay({ ...ROOM, code: 'one' }, one);
  log.replay({ ...ROOM, code: 'two' }, two);
  expect([one.keystrokes, two.keystrokes]).toEqual(['', 'a']);
});

it('another window of the browser goes on where the typing was, and the first one where that one left it', () => {
  const browser = memoryStorage();
  const [one, two] = [new KeyLog([memoryStorage(), browser]), new KeyLog([memoryStorage(), browser])];
  one.keep(ROOM, typed('a b'), 0);
  const taken = new TypingRun(TEXT);
  two.replay(ROOM, taken);
  expect(taken.keystrokes).toBe('a b');
  taken.press('i');
  two.keep(ROOM, taken, 0);
  const back = new TypingRun(TEXT);
  one.replay(ROOM, back);
  expect(back.keystrokes).toBe('a bi');
});

it('a window that knows less of the race leaves what another one kept', () => {
  const browser = memoryStorage();
  new KeyLog([memoryStorage(), browser]).keep(ROOM, typed('a bird'), 0);
  new KeyLog([memoryStorage(), browser]).keep(ROOM, typed('a b'), 0);
  const run = new TypingRun(TEXT);
  new KeyLog([browser]).replay(ROOM, run);
  expect(run.keystrokes).toBe('a bird');
});

it('a race in another window takes nothing from the one of this tab', () => {
  const browser = memoryStorage();
  const [one, two] = [new KeyLog([memoryStorage(), browser]), new KeyLog([memoryStorage(), browser])];
  one.keep(ROOM, typed('a b'), 0);
  two.keep({ ...ROOM, code: 'two' }, typed('a'), 0);
  const run = new TypingRun(TEXT);
  one.replay(ROOM, run);
  expect(run.keystrokes).toBe('a b');
});

it('nobody goes on with what somebody else typed in the same browser', () => {
  const log = new KeyLog([memoryStorage()]);
  log.keep(ROOM, typed('a b'), 0);
  expect(log.replay({ ...ROOM, username: 'bo' }, new TypingRun(TEXT))).toBeNull();
});

it.each([
  '{"code":',
  'null',
  '"room"',
  '{"code":"room","username":"ana","keystrokes":"a b","startedAt":0}',
  '{"code":"room","username":"ana","keystrokes":"a b","startedAt":0,"times":["soon",1,2]}',
  '{"code":"room","username":"ana","keystrokes":["a"],"startedAt":0,"times":[0]}',
  '{"code":"room","username":"ana","keystrokes":"a b","times":[0,1,2]}',
  '{"code":"room","keystrokes":"a b","startedAt":0,"times":[0,1,2]}',
])('what somebody else wrote there is no race: %s', (race) => {
  const run = new TypingRun(TEXT);
  expect(new KeyLog([memoryStorage({ race })]).replay(ROOM, run)).toBeNull();
  expect(run.keystrokes).toBe('');
});
