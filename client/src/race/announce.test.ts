import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RaceListener } from '../net/RaceTransport';
import type { FinishAnswer, Lane, ServerEvent, ServerEvents, WirePhase } from '../net/wire';
import { memoryStorage } from '../platform/storage';
import { en } from '../strings/en';
import { es } from '../strings/es';
import { announce } from './announce';
import { KeyLog } from './KeyLog';
import { RaceStore } from './RaceStore';

const CODE = 'k3f9wq2m';
const TEXT = { text: 'one two', author: 'Nobody' };

const lane = (username: string, more: Partial<Lane> = {}): Lane => ({
  username,
  skin: 'hummingbird',
  completed: 0,
  connected: true,
  ...more,
});

/** Ana's race with bo, told to nobody's ears: what is said, what the server says, and what ana types. */
async function heardRace() {
  let listener: RaceListener | null = null;
  let answer: (answer: FinishAnswer) => void = () => {};
  const race = new RaceStore({
    play: async () => ({ username: 'ana', participants: [lane('ana'), lane('bo')], text: TEXT }),
    transport: {
      connect: (_token, _room, itsListener) => {
        listener = itsListener;
        return {
          send: () => {},
          finish: () =>
            new Promise((resolve) => {
              answer = resolve;
            }),
          close: () => {},
        };
      },
    },
    log: new KeyLog([memoryStorage()]),
    playSound: () => {},
    afterPaint: (action) => action(),
  });
  const heard: string[] = [];
  const stop = announce(race, en.race.said, (message) => heard.push(message));
  await race.enter('token', CODE);
  const says = <Name extends keyof ServerEvents>(name: Name, payload: ServerEvents[Name]) =>
    listener?.event({ name, payload } as ServerEvent);
  const pictures = (phase: WirePhase, participants: Lane[]) =>
    says('state', { code: CODE, phase, ms: 20_000, participants });
  (listener as RaceListener | null)?.connected();
  pictures('waiting', [lane('ana'), lane('bo')]);
  /** Both are on their way. */
  const start = () => {
    says('starting', { ms: 10_250 });
    vi.advanceTimersByTime(10_250);
    says('start', {});
    heard.length = 0;
  };
  const finish = async (place: { time: number; wpm: number }) => {
    for (const key of TEXT.text) race.press(key);
    answer(place);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { heard, stop, says, pictures, start, finish };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('nothing is said while racers wait', async () => {
  const { heard, says } = await heardRace();
  says('join', { username: 'cy', skin: 'snowcap' });
  says('leave', { username: 'cy' });
  expect(heard).toEqual([]);
});

it('the countdown is said when it begins, and the start, each once', async () => {
  const { heard, says } = await heardRace();
  says('starting', { ms: 10_250 });
  vi.advanceTimersByTime(5000);
  expect(heard).toEqual(['The race starts in 10 seconds']);
  vi.advanceTimersByTime(5250);
  says('start', {});
  says('typing', { username: 'bo', completed: 14 });
  expect(heard).toEqual(['The race starts in 10 seconds', en.race.said.go]);
});

it('who comes into a race that runs is told of no start', async () => {
  const { heard, pictures } = await heardRace();
  pictures('running', [lane('ana'), lane('bo')]);
  expect(heard).toEqual([]);
});

it('who goes in mid-race and comes back is named, each time once', async () => {
  const { heard, says, pictures, start } = await heardRace();
  start();
  says('leave', { username: 'bo' });
  says('leave', { username: 'bo' });
  expect(heard).toEqual([en.race.said.left('bo')]);
  pictures('running', [lane('ana'), lane('bo')]);
  pictures('running', [lane('ana'), lane('bo')]);
  expect(heard).toEqual([en.race.said.left('bo'), en.race.said.back('bo')]);
});

it('who finishes is named once, also when the whole picture tells it again', async () => {
  const { heard, says, pictures, start } = await heardRace();
  start();
  const finish = { time: 9.5, wpm: 80 };
  says('finish', { username: 'bo', ...finish });
  pictures('running', [lane('ana'), lane('bo', { completed: 100, finish })]);
  expect(heard).toEqual([en.race.said.finished('bo')]);
});

it('one’s own place is said when the result is safe, and not that one finished', async () => {
  const { heard, says, start, finish } = await heardRace();
  start();
  says('finish', { username: 'bo', time: 9.5, wpm: 80 });
  await finish({ time: 10, wpm: 76 });
  says('finish', { username: 'ana', time: 10, wpm: 76 });
  expect(heard).toEqual([en.race.said.finished('bo'), en.race.said.place(2)]);
});

it('the end of a race that one did not finish is said, once', async () => {
  const { heard, pictures, start } = await heardRace();
  start();
  pictures('finished', [lane('ana'), lane('bo')]);
  pictures('finished', [lane('ana'), lane('bo')]);
  expect(heard).toEqual([en.race.said.over]);
});

it('the end of a race that one has finished is no news', async () => {
  const { heard, pictures, start, finish } = await heardRace();
  start();
  await finish({ time: 10, wpm: 76 });
  heard.length = 0;
  pictures('finished', [lane('ana', { completed: 100, finish: { time: 10, wpm: 76 } }), lane('bo')]);
  expect(heard).toEqual([]);
});

it.each([
  [1250, 'The race starts in 1 second', 'La carrera empieza en 1 segundo'],
  [10_250, 'The race starts in 10 seconds', 'La carrera empieza en 10 segundos'],
])('a countdown of %i ms is said in good grammar', async (ms, english, spanish) => {
  const { heard, says } = await heardRace();
  says('starting', { ms });
  expect([heard[0], es.race.said.startsIn(Math.floor(ms / 1000))]).toEqual([english, spanish]);
});

it('once it is stopped, nothing is said', async () => {
  const { heard, says, start, stop } = await heardRace();
  start();
  stop();
  says('leave', { username: 'bo' });
  expect(heard).toEqual([]);
});
