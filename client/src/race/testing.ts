/** A race for tests, and a fake server. */
import { vi } from 'vitest';
import wire from '../../../shared/fixtures/wire.json';
import type { RaceListener, RaceTransport } from '../net/RaceTransport';
import type { RoomEvent, ServerEvents } from '../net/readEvent';
import type { ServerError } from '../net/serverError';
import type { ClientEvents, ClockAnswer, FinishAnswer, Lane, Participant, State } from '../net/wire';
import { type KeyValueStorage, memoryStorage } from '../platform/storage';
import { Race, type RaceServices } from './Race';
import { StoredKeys } from './StoredKeys';

export const CODE = 'k3f9wq2m';

const examples = Object.fromEntries(wire.server as [string, unknown][]);

export const participant = (username: string): Participant => ({ ...(examples.join as Participant), username });

export const SEAT = {
  username: 'ana',
  participants: [participant('ana'), participant('bo')],
  text: { id: 1, text: 'one two', author: 'Nobody', language: 'en' as const },
  receipt: 'receipt',
  seats: 5,
};

/** The room's outcome of our finish. */
export const OUTCOME = { time: 6, wpm: 14 };

/** Records what a connected race sends, and sends it events. */
class FakeServer {
  /** All events but those for the clock, without their pieces of the log of keys. */
  sent: [string, unknown][] = [];
  /** The log of keys; null if a piece did not continue it. */
  log: number[] | null = [];
  nPieces = 0;
  finishes: {
    payload: ClientEvents['finish'];
    answer: (answer: FinishAnswer) => void;
    lose: () => void;
  }[] = [];
  /** Answers to questions for the time on the room's clock; without one, the server is older than they are. */
  clock: ((payload: ClientEvents['clock']) => Promise<ClockAnswer>) | null = null;
  isClosed = false;
  private isConnected = false;
  private listener: RaceListener | null = null;

  readonly transport: RaceTransport = {
    connect: (_token, _room, listener) => {
      this.listener = listener;
      return {
        send: (name, payload) => {
          if (this.isConnected) this.receive(name, payload);
        },
        finish: (payload) =>
          new Promise((resolve, reject) => {
            if (!this.isConnected) return reject(new Error('away'));
            this.receive('finish', payload);
            this.finishes.push({ payload, answer: resolve, lose: () => reject(new Error('no answer')) });
          }),
        clock: async (payload) => {
          if (!this.isConnected) throw new Error('away');
          if (!this.clock) throw new Error('unknown event');
          return this.clock(payload);
        },
        close: () => {
          this.isClosed = true;
          this.listener = null;
        },
      };
    },
  };

  private receive(name: string, event: { code: string; log?: ClientEvents['typing']['log'] }): void {
    const { log, ...payload } = event;
    this.sent.push([name, payload]);
    if (!log) return;
    this.nPieces += 1;
    const bytes = [...atob(log.keys)].map((byte) => byte.charCodeAt(0));
    if (log.from === 0) this.log = bytes;
    else this.log = this.log?.length === log.from ? [...this.log, ...bytes] : null;
  }

  connects(): void {
    this.isConnected = true;
    this.listener?.connected();
  }

  breaks(error: ServerError | null = null): void {
    this.isConnected = false;
    this.listener?.disconnected(error);
  }

  reconnects(): void {
    this.breaks();
    this.connects();
  }

  /** Answers the last finish. */
  async answers(answer: FinishAnswer): Promise<void> {
    this.finishes.at(-1)?.answer(answer);
    await settled();
  }

  says<Name extends keyof ServerEvents>(name: Name, payload: ServerEvents[Name]): void {
    this.listener?.event({ name, payload } as RoomEvent);
  }

  sentNames(): string[] {
    return this.sent.map(([name]) => name);
  }
}

const FRAME_MS = 16;

/** A screen that paints at once, unless `isWaiting`, and whose frames come at every whole 16 milliseconds. */
class Paints {
  isWaiting = false;
  private due: (() => void)[] = [];

  readonly after = (action: () => void): void => {
    if (this.isWaiting) this.due.push(action);
    else action();
  };

  readonly inFrameNear = (at: number, action: (frameAt: number) => void): (() => void) => {
    const frameAt = Math.max(Math.round(at / FRAME_MS), Math.ceil(performance.now() / FRAME_MS)) * FRAME_MS;
    const timer = setTimeout(() => action(frameAt), frameAt - performance.now());
    return () => clearTimeout(timer);
  };

  paint(): void {
    for (const action of this.due.splice(0)) action();
  }
}

/** The finishes that wait on the device. */
class FakeFinishes {
  kept: Parameters<RaceServices['finishes']['keep']>[0][] = [];
  /** The rooms that are known to be gone. */
  released: string[] = [];

  keep(finish: Parameters<RaceServices['finishes']['keep']>[0]): void {
    this.forget(finish.code);
    this.kept.push(finish);
  }

  forget(code: string): void {
    this.kept = this.kept.filter((finish) => finish.code !== code);
  }

  release(code: string): void {
    this.released.push(code);
  }
}

export const lane = (username: string, more: Partial<Lane> = {}): Lane => ({
  ...participant(username),
  completed: 0,
  connected: true,
  ...more,
});

export const state = (phase: State['phase'], ms: number, participants = [lane('ana'), lane('bo')]): State => ({
  code: CODE,
  phase,
  ms,
  ...(phase === 'waiting' && { countdown: 10_250 }),
  participants,
});

/** A race that is about to take its seat. */
export function entering(
  storage: KeyValueStorage = memoryStorage(),
  takeSeat: RaceServices['takeSeat'] = async () => SEAT,
  whenLoaded = Promise.resolve(),
  seat?: RaceServices['seat'],
) {
  const server = new FakeServer();
  const paints = new Paints();
  const finishes = new FakeFinishes();
  const refusedStarts: (string | undefined)[] = [];
  const race = new Race(CODE, {
    token: 'token',
    seat,
    takeSeat,
    loadTransport: () => whenLoaded.then(() => server.transport),
    stored: new StoredKeys(storage),
    finishes,
    playSound: () => {},
    sayStartRefused: ({ code }) => refusedStarts.push(code),
    afterPaint: paints.after,
    inFrameNear: paints.inFrameNear,
  });
  return { race, server, paints, finishes, refusedStarts, hasEntered: race.enter() };
}

/** A race whose seat is taken and whose socket is connected. */
export async function entered(storage?: KeyValueStorage, takeSeat?: RaceServices['takeSeat']) {
  const { hasEntered, ...all } = entering(storage, takeSeat);
  await hasEntered;
  all.server.connects();
  return all;
}

/** A race that has just started. */
export async function started(storage?: KeyValueStorage, takeSeat?: RaceServices['takeSeat']) {
  const both = await entered(storage, takeSeat);
  both.server.says('state', state('waiting', 20_000));
  both.server.says('starting', { ms: 10_250, at: 10_250 });
  vi.advanceTimersByTime(10_250);
  both.server.says('start', {});
  both.server.sent = [];
  return both;
}

/** A race whose text has just been typed. */
export async function typed(storage?: KeyValueStorage) {
  const both = await started(storage);
  type(both.race, 'one two');
  return both;
}

/** A race whose result has just been saved. */
export async function saved(storage?: KeyValueStorage) {
  const both = await typed(storage);
  await both.server.answers(OUTCOME);
  return both;
}

export function type(race: Race, keys: Iterable<string>): void {
  for (const key of keys) race.press(key);
}

/** Lets answers reach the race. */
export const settled = () => vi.advanceTimersByTimeAsync(0);
