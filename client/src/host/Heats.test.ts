import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import wire from '../../../shared/fixtures/wire.json';
import type { WatchListener, WatchTransport } from '../net/WatchTransport';
import type { Watched, WatchedLane } from '../net/watchWire';
import { Heats } from './Heats';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const example = Object.fromEntries(wire.watch as [string, unknown][]).watch as Watched;

/** A server with rooms to watch. */
class FakeServer {
  readonly rooms = new Map<string, WatchListener>();
  readonly transport: WatchTransport = {
    connect: (room, listener) => {
      this.rooms.set(room, listener);
      return { close: () => this.rooms.delete(room) };
    },
  };

  shows(room: string, phase: Watched['phase'], lanes: WatchedLane[]): void {
    this.rooms.get(room)?.event({ name: 'watch', payload: { ...example, phase, ms: 0, lanes } });
  }
}

const lane = (username: string, completed: number): WatchedLane => ({ username, completed, connected: true });

async function watching(...rooms: string[]) {
  const server = new FakeServer();
  const heats = new Heats(async () => server.transport);
  heats.watch(rooms);
  await vi.advanceTimersByTimeAsync(0);
  return { heats, server };
}

it('the racers of all heats are in one order', async () => {
  const { heats, server } = await watching('one', 'two');
  server.shows('one', 'running', [lane('ana', 10), lane('bo', 50)]);
  server.shows('two', 'running', [lane('cy', 30), { ...lane('di', 100), finish: { time: 9, wpm: 80 } }]);
  expect(heats.leading.map(({ username }) => username)).toEqual(['di', 'bo', 'cy', 'ana']);
  expect(heats.leading.map((racer) => heats.placeOf(racer))).toEqual([1, 2, 3, 4]);
  expect([heats.nFinished, heats.isRacing]).toEqual([1, true]);
});

it('a round is over once each of its heats is', async () => {
  const { heats, server } = await watching('one', 'two');
  expect(heats.isRacing).toBe(false);
  server.shows('one', 'finished', [lane('ana', 100)]);
  server.shows('two', 'running', [lane('bo', 50)]);
  expect([heats.isRacing, heats.first?.code]).toEqual([true, 'two']);
  server.shows('two', 'finished', [lane('bo', 50)]);
  expect([heats.isRacing, heats.first]).toEqual([false, undefined]);
});

it('rooms of the next round take the place of those before, and what both have stays', async () => {
  const { heats, server } = await watching('one', 'two');
  const [, two] = heats.races;
  heats.watch(['two', 'three']);
  await vi.advanceTimersByTimeAsync(0);
  expect([...server.rooms.keys()]).toEqual(['two', 'three']);
  expect(heats.races[0]).toBe(two);
});
