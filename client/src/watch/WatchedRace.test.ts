import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import wire from '../../../shared/fixtures/wire.json';
import type { ErrorCode } from '../net/serverError';
import type { WatchEvent, WatchListener, WatchTransport } from '../net/WatchTransport';
import type { Watched } from '../net/watchWire';
import { WatchedRace } from './WatchedRace';

const CODE = 'k3f9wq2m';
const examples = Object.fromEntries(wire.watch as [string, unknown][]);
const RUNNING: Watched = {
  ...(examples.watch as Watched),
  phase: 'running',
  ms: 4000,
  text: 'one two',
  back: 2000,
  lanes: [
    { username: 'ana', skin: 'snowcap', completed: 10, connected: true },
    { completed: 20, connected: true },
  ],
};

/** A server to which a race connects. */
class FakeServer {
  listeners: WatchListener[] = [];
  nClosed = 0;
  readonly transport: WatchTransport = {
    connect: (_room, listener) => {
      this.listeners.push(listener);
      return {
        close: () => {
          this.nClosed += 1;
        },
      };
    },
  };

  says(event: WatchEvent): void {
    this.listeners.at(-1)?.event(event);
  }

  breaks(code: ErrorCode | null = null): void {
    this.listeners.at(-1)?.lost(code);
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function watching() {
  const server = new FakeServer();
  const race = new WatchedRace(CODE, async () => server.transport);
  race.open();
  await vi.advanceTimersByTimeAsync(0);
  return { server, race };
}

const names = (race: WatchedRace) => [...race.roster.racers.values()].map(({ username }) => username);
const progress = (race: WatchedRace) => [...race.roster.racers.values()].map(({ completed }) => completed);

it('a picture moves the lanes in their order', async () => {
  const { server, race } = await watching();
  server.says({ name: 'watch', payload: RUNNING });
  expect([names(race), progress(race), race.ahead]).toEqual([['ana', ''], [10, 20], 20]);
  server.says({ name: 'picture', payload: { ms: 4250, completed: [35, 20] } });
  expect([progress(race), race.ahead]).toEqual([[35, 20], 35]);
  expect([...race.roster.racers.values()].map((racer) => race.placeOf(racer))).toEqual([1, 2]);
});

it('racers who hide have lanes of their own', async () => {
  const { server, race } = await watching();
  const hidden = { completed: 0, connected: true };
  server.says({ name: 'watch', payload: { ...RUNNING, lanes: [hidden, hidden, hidden] } });
  expect(names(race)).toEqual(['', '', '']);
});

it('nobody has a place, and there is no text, before the start', async () => {
  const { server, race } = await watching();
  const { text: _, ...payload } = { ...RUNNING, phase: 'starting' as const };
  server.says({ name: 'watch', payload });
  expect([
    race.text,
    race.isBeforeStart,
    ...[...race.roster.racers.values()].map((racer) => race.placeOf(racer)),
  ]).toEqual([null, true, null, null]);
});

it('a lost connection comes back within the time that the server gave', async () => {
  const { server, race } = await watching();
  server.says({ name: 'watch', payload: RUNNING });
  server.breaks();
  expect(race.isReconnecting).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.listeners).toHaveLength(2);
  server.says({ name: 'picture', payload: { ms: 6000, completed: [50, 60] } });
  expect([race.isReconnecting, progress(race)]).toEqual([false, [50, 60]]);
});

it('a full server is left alone for ten seconds', async () => {
  const { server } = await watching();
  server.breaks('room-busy');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(server.listeners).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2001);
  expect(server.listeners).toHaveLength(2);
});

it('a room that has closed is asked no more, and what was seen stays', async () => {
  const { server, race } = await watching();
  server.says({ name: 'watch', payload: { ...RUNNING, phase: 'finished' } });
  server.says({ name: 'fault', payload: { event: 'watch', reason: 'The room has closed.', code: 'room-closed' } });
  server.breaks();
  race.open();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.listeners).toHaveLength(1);
  expect([race.isOver, race.fault?.code, names(race)]).toEqual([true, 'room-closed', ['ana', '']]);
});

it('a page that is hidden watches nothing, and goes on when it is seen', async () => {
  const { server, race } = await watching();
  server.says({ name: 'watch', payload: RUNNING });
  race.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([server.listeners.length, server.nClosed]).toEqual([1, 1]);
  race.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.listeners).toHaveLength(2);
});
