import { expect, it } from 'vitest';
import { TypingRun } from '../typing/TypingRun';
import { KeystrokeLog } from './KeystrokeLog';
import { memoryStorage } from './storage';

const TEXT = 'a bird';

function typed(keys: string): TypingRun {
  const run = new TypingRun(TEXT);
  for (const key of keys) run.press(key);
  return run;
}

it('what was typed before a reload is typed again after it, mistakes included', () => {
  const storage = memoryStorage();
  const before = typed('a bxr');
  new KeystrokeLog(storage).keep('room', before, 0);
  const after = new TypingRun(TEXT);
  new KeystrokeLog(storage).replay('room', after);
  expect([after.keystrokes, after.completed]).toEqual([before.keystrokes, before.completed]);
});

it('each key keeps its time after the start', () => {
  const storage = memoryStorage();
  const before = new TypingRun(TEXT);
  before.press('a', 1000);
  before.press(' ', 1250);
  new KeystrokeLog(storage).keep('room', before, 600);
  const after = new TypingRun(TEXT);
  const startedAt = new KeystrokeLog(storage).replay('room', after);
  expect(startedAt).toBeCloseTo(600, 0);
  expect(after.keysSince(startedAt ?? 0).map(({ ms }) => ms)).toEqual([400, 650]);
});

it('races do not mix: the next one takes the place of the one before', () => {
  const log = new KeystrokeLog(memoryStorage());
  log.keep('one', typed('a b'), 0);
  log.keep('two', typed('a'), 0);
  const [one, two] = [new TypingRun(TEXT), new TypingRun(TEXT)];
  log.replay('one', one);
  log.replay('two', two);
  expect([one.keystrokes, two.keystrokes]).toEqual(['', 'a']);
});

it.each([
  '{"code":',
  'null',
  '"room"',
  '{"code":"room","keystrokes":"a b","startedAt":0}',
  '{"code":"room","keystrokes":"a b","startedAt":0,"times":["soon",1,2]}',
  '{"code":"room","keystrokes":["a"],"startedAt":0,"times":[0]}',
  '{"code":"room","keystrokes":"a b","times":[0,1,2]}',
])('what somebody else wrote there is no race: %s', (race) => {
  const run = new TypingRun(TEXT);
  expect(new KeystrokeLog(memoryStorage({ race })).replay('room', run)).toBeNull();
  expect(run.keystrokes).toBe('');
});
