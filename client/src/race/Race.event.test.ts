import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { entered, lane, SEAT, state, type } from './testing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const TEXT = { text: 'one two', author: 'Nobody', language: 'en' };

/** A race of an event, whose text is still to come. */
const enteredEvent = (storage = memoryStorage()) => entered(storage, async () => ({ ...SEAT, text: null }));

it('the text of an event comes with its countdown', async () => {
  const { race, server } = await enteredEvent();
  server.says('state', state('waiting', 3_600_000));
  expect([race.run, race.isBeforeCountdown]).toEqual([null, true]);
  server.says('text', TEXT);
  server.says('starting', { ms: 10_000, at: 10_000 });
  expect([race.run?.text, race.isBeforeStart]).toEqual(['one two', true]);
  vi.advanceTimersByTime(10_000);
  server.says('start', {});
  type(race, 'one');
  expect(race.own?.completed).toBe(43);
});

it('a text that comes again leaves what is typed', async () => {
  const { race, server } = await enteredEvent();
  server.says('text', TEXT);
  server.says('state', state('running', 0));
  type(race, 'one');
  server.says('text', TEXT);
  expect(race.run?.keystrokes).toBe('one');
});

it('a racer who was away when it began types the text that follows the state', async () => {
  const { race, server } = await enteredEvent();
  server.says('state', state('waiting', 3_600_000));
  server.breaks();
  server.connects();
  server.says('state', state('running', 2000));
  expect(race.run).toBeNull();
  server.says('text', TEXT);
  type(race, 'one two');
  expect(race.phase.kind).toBe('finished');
});

it('a picture shows the progress of the others, and our own is as it is typed', async () => {
  const { race, server } = await enteredEvent();
  server.says('text', TEXT);
  server.says('state', state('running', 0, [lane('bo'), lane('ana'), lane('cy')]));
  type(race, 'one');
  server.says('picture', { ms: 500, completed: [70, 0, 10] });
  expect([...race.roster.racers.values()].map(({ completed }) => completed)).toEqual([70, 43, 10]);
});

it('of many racers those who lead are shown, and we are in any case', async () => {
  const { race, server } = await enteredEvent();
  const others = ['bo', 'cy', 'di', 'eva'].map((name, at) => lane(name, { completed: 10 * at }));
  server.says('state', state('running', 0, [lane('ana'), ...others]));
  const leading = (count: number) => race.roster.leading(count, 'ana').map(({ username }) => username);
  expect(leading(3)).toEqual(['eva', 'di', 'ana']);
  expect(leading(9)).toEqual(['eva', 'di', 'cy', 'ana', 'bo']);
});
