import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Lane, State } from '../net/wire';
import { announce, together } from './RaceAnnouncer';
import { entered, lane, participant, state, type } from './testing';
import * as texts from './texts';

/** A race of ana and bo, and its announcements. */
async function heardRace() {
  const { race, server } = await entered();
  const pictures = (phase: State['phase'], participants?: Lane[]) =>
    server.says('state', state(phase, 20_000, participants));
  pictures('waiting');
  const heard: string[] = [];
  const stop = announce(race, texts.announcements.en, (message) => heard.push(message));
  const start = () => {
    server.says('starting', { ms: 10_250, at: 10_250 });
    vi.advanceTimersByTime(10_250);
    server.says('start', {});
    heard.length = 0;
  };
  const finish = async (place: { time: number; wpm: number; held?: boolean }) => {
    type(race, 'one two');
    await server.answers(place);
  };
  return { heard, stop, says: server.says.bind(server), pictures, start, finish };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('joins and leaves before the start are announced, once per second', async () => {
  const { heard, says } = await heardRace();
  const pass = () => vi.advanceTimersByTime(1000);
  says('join', participant('cy'));
  says('join', participant('di'));
  pass();
  says('leave', { username: 'cy' });
  says('join', participant('ed'));
  pass();
  says('leave', { username: 'bo' });
  says('join', participant('bo'));
  pass();
  expect(heard).toEqual(['cy and di joined', 'ed joined. cy left']);
});

it('the beginning of the countdown and the start are announced once each', async () => {
  const { heard, says } = await heardRace();
  says('starting', { ms: 10_250, at: 10_250 });
  vi.advanceTimersByTime(5000);
  expect(heard).toEqual(['The race starts in 10 seconds']);
  vi.advanceTimersByTime(5250);
  says('start', {});
  says('typing', { username: 'bo', completed: 14 });
  expect(heard).toEqual(['The race starts in 10 seconds', texts.announcements.en.go]);
});

it('entering a running race announces no start', async () => {
  const { heard, pictures } = await heardRace();
  pictures('running');
  expect(heard).toEqual([]);
});

it('a racer who leaves and returns is announced once each time', async () => {
  const { heard, says, pictures, start } = await heardRace();
  start();
  says('leave', { username: 'bo' });
  says('leave', { username: 'bo' });
  expect(heard).toEqual([texts.announcements.en.disconnected('bo')]);
  pictures('running');
  pictures('running');
  expect(heard).toEqual([texts.announcements.en.disconnected('bo'), texts.announcements.en.back('bo')]);
});

it('all that a racer missed is announced together', async () => {
  const { race, server } = await entered();
  server.says('state', state('running', 1000, [lane('ana'), lane('bo'), lane('cy')]));
  let heard = '';
  const { back, disconnected, finished } = texts.announcements.en;
  announce(
    race,
    texts.announcements.en,
    together((message) => {
      heard = message;
    }),
  );
  const finish = { time: 9.5, wpm: 80 };
  server.says('state', state('running', 9000, [lane('ana'), lane('bo', { connected: false }), lane('cy', { finish })]));
  expect(heard).toBe(`${disconnected('bo')}. ${finished('cy')}`);
  await Promise.resolve();
  server.says('join', participant('bo'));
  expect(heard).toBe(back('bo'));
});

it('a finisher is announced once, even if a state repeats it', async () => {
  const { heard, says, pictures, start } = await heardRace();
  start();
  const finish = { time: 9.5, wpm: 80 };
  says('finish', { username: 'bo', ...finish });
  pictures('running', [lane('ana'), lane('bo', { completed: 100, finish })]);
  expect(heard).toEqual([texts.announcements.en.finished('bo')]);
});

it('our own place, and not our finish, is announced once the result is saved', async () => {
  const { heard, says, start, finish } = await heardRace();
  start();
  says('finish', { username: 'bo', time: 9.5, wpm: 80 });
  await finish({ time: 10, wpm: 76 });
  says('finish', { username: 'ana', time: 10, wpm: 76 });
  expect(heard).toEqual([texts.announcements.en.finished('bo'), texts.announcements.en.place(2)]);
});

it('no place is announced for a result that is held back', async () => {
  const { heard, says, start, finish } = await heardRace();
  start();
  await finish({ time: 10, wpm: 76, held: true });
  says('finish', { username: 'ana', time: 10, wpm: 76 });
  expect(heard).toEqual([]);
});

it('the end of a race that we did not finish is announced once', async () => {
  const { heard, pictures, start } = await heardRace();
  start();
  pictures('finished');
  pictures('finished');
  expect(heard).toEqual([texts.announcements.en.over]);
});

it('the end of a race that we have finished is not announced', async () => {
  const { heard, pictures, start, finish } = await heardRace();
  start();
  await finish({ time: 10, wpm: 76 });
  heard.length = 0;
  pictures('finished', [lane('ana', { completed: 100, finish: { time: 10, wpm: 76 } }), lane('bo')]);
  expect(heard).toEqual([]);
});
