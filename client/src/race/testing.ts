/** A race for tests, and a fake server. */
import { vi } from 'vitest';
import wire from '../../../shared/fixtures/wire.json';
import type { RaceListener, RaceTransport } from '../net/RaceTransport';
import type { RoomEvent, ServerEvents } from '../net/readEvent';
import type { ServerError } from '../net/serverError';
import type { FinishAnswer, Lane, Participant, State } from '../net/wire';
import { type KeyValueStorage, memoryStorage } from '../platform/storage';
import { KeyLog } from './KeyLog';
import { Race, type RaceServices } from './Race';

export const CODE = 'k3f9wq2m';

const examples = Object.fromEntries(wire.server as [string, unknown][]);

export const participant = (username: string): Participant => ({ ...(examples.join as Participant), username });

export const SEAT = {
  username: 'ana',
  participants: [participant('ana'), participant('bo')],
  text: { id: 1, text: 'one two', author: 'Nobody', language: 'en' as const },
};

/** The room's outcome of our finish. */
export const OUTCOME = { time: 6, wpm: 14 };

/** Records what a connected race sends, and sends it events. */
class FakeServer {
  sent: [string, unknown][] = [];
  finishes: {
    payload: { accuracy: number; keystrokes?: string; times?: number[] };
    answer: (answer: FinishAnswer) => void;
    lose: () => void;
  }[] = [];
  isClosed = false;
  private isConnected = false;
  private listener: RaceListener | null = null;

  readonly transport: RaceTransport = {
    connect: (_token, _room, listener) => {
      this.listener = listener;
      return {
        send: (name, payload) => {
          if (this.isConnected) this.sent.push([name, payload]);
        },
        finish: (payload) =>
          new Promise((resolve, reject) => {
            if (!this.isConnected) return reject(new Error('away'));
            this.sent.push(['finish', payload]);
            this.finishes.push({ payload, answer: resolve, lose: () => reject(new Error('no answer')) });
          }),
        close: () => {
          this.isClosed = true;
          this.listener = null;
        },
      };
    },
  };

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

/** A screen that paints at once, unless `isWaiting`. */
class Paints {
  isWaiting = false;
  private due: (() => void)[] = [];

  readonly after = (action: () => void): void => {
    if (this.isWaiting) this.due.push(action);
    else action();
  };

  paint(): void {
    for (const action of this.due.splice(0)) action();
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
) {
  const server = new FakeServer();
  const paints = new Paints();
  const race = new Race(CODE, {
    token: 'token',
    takeSeat,
    loadTransport: () => whenLoaded.then(() => server.transport),
    log: new KeyLog(storage),
    playSound: () => {},
    afterPaint: paints.after,
  });
  return { race, server, paints, hasEntered: race.enter() };
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
  both.server.says('starting', { ms: 10_250 });
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
