import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../net/ApiError';
import type { RaceListener } from '../net/RaceTransport';
import type { FinishAnswer, Lane, ServerEvent, ServerEvents, State } from '../net/wire';
import { BACKSPACE } from '../typing/keys';
import { KeystrokeLog } from './KeystrokeLog';
import { RaceStore, type RaceSurroundings } from './RaceStore';
import { type KeyValueStorage, memoryStorage } from './storage';

const CODE = 'k3f9wq2m';
const SEAT = {
  username: 'ana',
  participants: [
    { username: 'ana', skin: 'hummingbird' },
    { username: 'bo', skin: 'snowcap' },
  ],
  text: { text: 'one two', author: 'Nobody' },
};

/** The other end of a race: what the store sent, and what to make it hear. */
class FakeServer {
  sent: [string, unknown][] = [];
  finishes: {
    payload: { accuracy: number; keystrokes?: string };
    answer: (answer: FinishAnswer) => void;
    lose: () => void;
  }[] = [];
  isClosed = false;
  private listener: RaceListener | null = null;

  readonly transport: RaceSurroundings['transport'] = {
    connect: (_, listener) => {
      this.listener = listener;
      return {
        send: (name, payload) => this.sent.push([name, payload]),
        finish: (payload) =>
          new Promise((resolve, reject) => {
            this.finishes.push({ payload, answer: resolve, lose: () => reject(new Error('no answer')) });
          }),
        close: () => {
          this.isClosed = true;
        },
      };
    },
  };

  connects(): void {
    this.listener?.connected();
  }

  breaks(reason = 'retrying'): void {
    this.listener?.disconnected(reason);
  }

  says<Name extends keyof ServerEvents>(name: Name, payload: ServerEvents[Name]): void {
    this.listener?.event({ name, payload } as ServerEvent);
  }

  sentNames(): string[] {
    return this.sent.map(([name]) => name);
  }
}

/** A screen that paints at once, unless it is told to wait. */
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

const lane = (username: string, more: Partial<Lane> = {}): Lane => ({
  username,
  skin: 'hummingbird',
  completed: 0,
  connected: true,
  ...more,
});

const state = (phase: State['phase'], ms: number, participants = [lane('ana'), lane('bo')]): State => ({
  code: CODE,
  phase,
  ms,
  participants,
});

/** A race whose seat is taken and whose socket is connected. */
async function entered(storage: KeyValueStorage = memoryStorage(), play: RaceSurroundings['play'] = async () => SEAT) {
  const server = new FakeServer();
  const log = new KeystrokeLog(storage);
  const paints = new Paints();
  const { transport } = server;
  const race = new RaceStore({ play, transport, log, playSound: () => {}, afterPaint: paints.after });
  await race.enter('token', CODE);
  server.connects();
  return { race, server, paints };
}

/** A race that has just started. */
async function started(storage?: KeyValueStorage) {
  const both = await entered(storage);
  both.server.says('state', state('waiting', 20_000));
  both.server.says('starting', { ms: 10_250 });
  vi.advanceTimersByTime(10_250);
  both.server.says('start', {});
  both.server.sent = [];
  return both;
}

function type(race: RaceStore, keys: Iterable<string>): void {
  for (const key of keys) race.press(key);
}

/** Lets answers that have come reach the store. */
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the places in a race', () => {
  const places = (race: RaceStore) => [...race.racers.values()].map((racer) => race.placeOf(racer));

  it('are not shown before the start', async () => {
    const { race, server } = await entered();
    server.says('state', state('waiting', 20_000));
    expect(places(race)).toEqual([null, null]);
  });

  it('follow how far the racers are, and those equally far share one', async () => {
    const { race, server } = await started();
    expect(places(race)).toEqual([1, 1]);
    server.says('typing', { username: 'bo', completed: 14 });
    expect(places(race)).toEqual([2, 1]);
    type(race, 'one');
    expect(places(race)).toEqual([1, 2]);
  });

  it('follow the times once racers have finished', async () => {
    const { race, server } = await started();
    type(race, 'one tw');
    server.says('finish', { username: 'bo', time: 9, wpm: 100 });
    expect(places(race)).toEqual([2, 1]);
    server.says('finish', { username: 'ana', time: 8, wpm: 110 });
    expect(places(race)).toEqual([1, 2]);
  });
});

describe('taking a seat', () => {
  it('shows participants and text, and joins once connected', async () => {
    const { race, server } = await entered();
    expect([race.phase, race.run?.text, race.author, [...race.racers.keys()]]).toEqual([
      'joined',
      'one two',
      'Nobody',
      ['ana', 'bo'],
    ]);
    expect(server.sent).toEqual([['join', { code: CODE, username: 'ana' }]]);
  });

  it.each<[string, ApiError, object]>([
    ['full goes home', new ApiError(409, '', '{"reason":"full","username":"ana"}'), { kind: 'home', reason: 'full' }],
    ['that runs goes home', new ApiError(409, '', '{"reason":"joinable"}'), { kind: 'home', reason: 'joinable' }],
    ['unknown says so', new ApiError(404, '', '{"reason":"unknown"}'), { kind: 'closed', reason: 'unknown' }],
    [
      'of a server that restarts says so',
      new ApiError(503, '', '{"reason":"restarting"}'),
      { kind: 'closed', reason: 'restarting' },
    ],
    [
      'of too many of ours says so',
      new ApiError(429, '', '{"reason":"too many seats"}'),
      { kind: 'busy', reason: 'tooManySeats' },
    ],
    [
      'that cannot be asked for says so',
      new ApiError(503, '', '{"reason":"unavailable"}'),
      { kind: 'busy', reason: 'unavailable' },
    ],
    ['with a bad token goes to the login', new ApiError(401, 'Log in.', 'Log in.'), { kind: 'login' }],
    ['that is not reached says why', new ApiError(0, 'Away.', ''), { kind: 'failed', message: 'Away.' }],
  ])('a room %s', async (_, error, refusal) => {
    const { race } = await entered(memoryStorage(), () => Promise.reject(error));
    expect(race.refusal).toEqual(refusal);
  });

  it('the answer to a visit that is over changes nothing', async () => {
    const answers: ((seat: typeof SEAT) => void)[] = [];
    const server = new FakeServer();
    const race = new RaceStore({
      play: () => new Promise((resolve) => answers.push(resolve)),
      transport: server.transport,
      log: new KeystrokeLog(memoryStorage()),
      playSound: () => {},
      afterPaint: () => {},
    });
    const entering = race.enter('token', CODE);
    race.leave();
    answers[0]?.(SEAT);
    await entering;
    expect([race.phase, race.run]).toEqual(['idle', null]);
  });

  it('a refused join ends the visit with its reason', async () => {
    const { race, server } = await entered();
    server.says('fault', { event: 'join', reason: 'There is no such room.' });
    expect(race.refusal).toEqual({ kind: 'failed', message: 'There is no such room.' });
    expect(server.isClosed).toBe(true);
  });
});

describe('before the start', () => {
  it('waiting counts down thirty seconds, and asks for the start after twenty', async () => {
    const { race, server } = await entered();
    server.says('state', state('waiting', 20_000));
    expect([race.phase, race.countdownSeconds]).toEqual(['waiting', 30]);
    vi.advanceTimersByTime(19_999);
    expect(server.sentNames()).toEqual(['join']);
    vi.advanceTimersByTime(1);
    expect(server.sent.at(-1)).toEqual(['starting', { code: CODE }]);
  });

  it('starting counts down ten seconds after a short delay, then sends start', async () => {
    const { race, server } = await entered();
    server.says('starting', { ms: 10_250 });
    expect([race.phase, race.countdownSeconds]).toEqual(['starting', 10]);
    vi.advanceTimersByTime(10_250);
    expect(server.sent.at(-1)).toEqual(['start', { code: CODE }]);
  });

  it('the room alone decides when the race runs', async () => {
    const { race, server } = await entered();
    server.says('starting', { ms: 10_250 });
    vi.advanceTimersByTime(11_000);
    expect([race.phase, race.isTyping]).toEqual(['starting', false]);
    server.says('start', {});
    expect([race.phase, race.isTyping]).toEqual(['running', true]);
  });

  it('keys are not taken', async () => {
    const { race } = await entered();
    race.press('o');
    expect(race.run?.cursor).toBe(0);
  });

  it('who comes gets a lane, and who leaves loses it', async () => {
    const { race, server } = await entered();
    server.says('state', state('waiting', 20_000));
    server.says('join', { username: 'cleo', skin: 'coquette' });
    server.says('leave', { username: 'bo' });
    expect([...race.racers.keys()]).toEqual(['ana', 'cleo']);
  });
});

describe('while the race runs', () => {
  it('progress is sent when the whole percent changes', async () => {
    const { race, server } = await started();
    type(race, ['o', 'x', BACKSPACE]);
    expect(server.sent).toEqual([
      ['typing', { completed: 14, code: CODE, username: 'ana' }],
      ['typing', { completed: 29, code: CODE, username: 'ana' }],
      ['typing', { completed: 14, code: CODE, username: 'ana' }],
    ]);
    expect(race.own?.completed).toBe(14);
  });

  it('a key that changes no percent sends nothing', async () => {
    const text = { text: 'x'.repeat(600), author: '' };
    const { race, server } = await entered(memoryStorage(), async () => ({ ...SEAT, text }));
    server.says('start', {});
    server.sent = [];
    type(race, 'xx');
    expect(server.sent).toEqual([]);
    type(race, 'xx');
    expect(server.sent).toEqual([['typing', { completed: 1, code: CODE, username: 'ana' }]]);
  });

  it('progress is told when its key has been painted, and of keys that share a frame the last', async () => {
    const { race, server, paints } = await started();
    paints.isWaiting = true;
    type(race, 'on');
    expect(server.sent).toEqual([]);
    paints.paint();
    expect(server.sent).toEqual([['typing', { completed: 29, code: CODE, username: 'ana' }]]);
  });

  it('the last key waits for no painting, and no older progress comes behind it', async () => {
    const { race, server, paints } = await started();
    paints.isWaiting = true;
    type(race, 'one two');
    expect(server.finishes).toHaveLength(1);
    paints.paint();
    expect(server.sent).toEqual([['typing', { completed: 100, code: CODE, username: 'ana' }]]);
  });

  it('progress that waits for its painting is forgotten with its race', async () => {
    const { race, server, paints } = await started();
    paints.isWaiting = true;
    race.press('o');
    await race.enter('token', CODE);
    server.connects();
    server.sent = [];
    paints.paint();
    expect(server.sent).toEqual([]);
  });

  it('others advance by what the server says', async () => {
    const { race, server } = await started();
    server.says('typing', { username: 'bo', completed: 42 });
    expect(race.racers.get('bo')?.completed).toBe(42);
  });

  it('who leaves keeps their lane as disconnected, and is back with a join', async () => {
    const { race, server } = await started();
    server.says('leave', { username: 'bo' });
    expect(race.racers.get('bo')?.isConnected).toBe(false);
    server.says('join', { username: 'bo', skin: 'snowcap' });
    expect(race.racers.get('bo')?.isConnected).toBe(true);
  });

  it('a refused progress does not end the race', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { race, server } = await started();
    server.says('fault', { event: 'typing', reason: 'Too fast.' });
    expect([race.phase, race.refusal]).toEqual(['running', null]);
  });

  it('a refused progress is told again with the next key', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const text = { text: 'x'.repeat(600), author: '' };
    const { race, server } = await entered(memoryStorage(), async () => ({ ...SEAT, text }));
    server.says('start', {});
    type(race, 'xxx');
    server.says('fault', { event: 'typing', reason: 'Too fast.' });
    server.sent = [];
    type(race, 'x');
    expect(server.sent).toEqual([['typing', { completed: 1, code: CODE, username: 'ana' }]]);
  });
});

describe('finishing', () => {
  it('sends accuracy and keystrokes, and is saving until the answer', async () => {
    const { race, server } = await started();
    vi.advanceTimersByTime(6000);
    type(race, ['x', BACKSPACE, ...'one two']);
    expect([race.phase, race.result.kind]).toEqual(['finished', 'saving']);
    expect(race.outcome).toEqual({ time: 6, wpm: 14 });
    expect(server.finishes[0]?.payload).toMatchObject({
      username: 'ana',
      code: CODE,
      token: 'token',
      accuracy: 85.71,
      keystrokes: 'x\u0008one two',
    });
    server.finishes[0]?.answer({ time: 6.05, wpm: 13.88 });
    await settled();
    expect([race.result.kind, race.outcome]).toEqual(['saved', { time: 6.05, wpm: 13.88 }]);
  });

  it('does not come while a character is wrong', async () => {
    const { race, server } = await started();
    type(race, 'xne two');
    expect([race.phase, server.finishes.length]).toEqual(['running', 0]);
  });

  it('leaves out keystrokes that are too long for one event', async () => {
    const text = { text: 'ñ'.repeat(1501), author: '' };
    const { race, server } = await entered(memoryStorage(), async () => ({ ...SEAT, text }));
    server.says('start', {});
    type(race, text.text);
    expect(server.finishes[0]?.payload).not.toHaveProperty('keystrokes');
  });

  it('shows why a result was refused', async () => {
    const { race, server } = await started();
    type(race, 'one two');
    server.finishes[0]?.answer({ reason: 'Nobody types that fast.' });
    await settled();
    expect([race.result, race.outcome]).toEqual([{ kind: 'refused', reason: 'Nobody types that fast.' }, null]);
  });

  it('is sent again when no answer comes', async () => {
    const { race, server } = await started();
    type(race, 'one two');
    server.finishes[0]?.lose();
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.finishes.length).toBe(2);
    server.finishes[1]?.answer({ time: 5, wpm: 16.8 });
    await settled();
    expect(race.result.kind).toBe('saved');
  });

  it('the standings are in order of time', async () => {
    const { race, server } = await started();
    type(race, 'one two');
    server.says('finish', { username: 'bo', time: 7.5, wpm: 11.2 });
    server.says('finish', { username: 'ana', time: 6, wpm: 14 });
    expect(race.standings.map(({ username }) => username)).toEqual(['ana', 'bo']);
  });

  it('the first has won, once that is saved', async () => {
    const { race, server } = await started();
    type(race, 'one two');
    server.says('finish', { username: 'bo', time: 7.5, wpm: 11.2 });
    expect(race.hasJustWon).toBe(false);
    server.finishes[0]?.answer({ time: 6, wpm: 14 });
    await settled();
    expect(race.hasJustWon).toBe(true);
  });

  it('the second has not won', async () => {
    const { race, server } = await started();
    server.says('finish', { username: 'bo', time: 5, wpm: 16.8 });
    type(race, 'one two');
    server.finishes[0]?.answer({ time: 6, wpm: 14 });
    await settled();
    expect([race.result.kind, race.hasJustWon]).toEqual(['saved', false]);
  });

  it('of another racer fills their lane and does not end our race', async () => {
    const { race, server } = await started();
    server.says('finish', { username: 'bo', time: 7.5, wpm: 11.2 });
    expect([race.phase, race.racers.get('bo')?.completed]).toEqual(['running', 100]);
  });

  it('a race whose time has run out is over without a result', async () => {
    const { race, server } = await started();
    type(race, 'one');
    server.says('state', state('finished', 60_000));
    expect([race.phase, race.outcome, race.result.kind]).toEqual(['finished', null, 'none']);
  });
});

describe('coming back', () => {
  it('joins again and sends its progress again', async () => {
    const { race, server } = await started();
    type(race, 'one');
    server.breaks();
    expect(race.isReconnecting).toBe(true);
    type(race, ' ');
    server.sent = [];
    server.connects();
    server.says('state', state('running', 9000, [lane('ana', { completed: 43 }), lane('bo', { completed: 60 })]));
    expect(server.sent).toEqual([
      ['join', { code: CODE, username: 'ana' }],
      ['typing', { completed: 57, code: CODE, username: 'ana' }],
    ]);
    expect([race.isReconnecting, race.own?.completed, race.racers.get('bo')?.completed]).toEqual([false, 57, 60]);
    expect(race.startedAt).toBe(performance.now() - 9000);
  });

  it('keeps the racers that it knows, so that their lanes stay', async () => {
    const { race, server } = await started();
    const bo = race.racers.get('bo');
    server.says('state', state('running', 1000));
    expect(race.racers.get('bo')).toBe(bo);
  });

  it('sends a finish again that was not answered', async () => {
    const { race, server } = await started();
    type(race, 'one two');
    server.breaks();
    server.finishes[0]?.lose();
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.finishes.length).toBe(1);
    server.connects();
    server.says('state', state('running', 9000));
    expect(server.finishes.length).toBe(2);
    server.finishes[1]?.answer({ time: 6, wpm: 14 });
    await settled();
    expect(race.result.kind).toBe('saved');
  });

  it('asks again for a finish that the room knows of, for only the answer says that it is safe', async () => {
    const { race, server } = await started();
    type(race, 'one two');
    server.breaks();
    server.connects();
    server.says('state', state('finished', 9000, [lane('ana', { completed: 100, finish: { time: 6, wpm: 14 } })]));
    expect([race.result.kind, race.outcome, server.finishes.length]).toEqual(['saving', { time: 6, wpm: 14 }, 2]);
    server.finishes[1]?.answer({ time: 6, wpm: 14 });
    await settled();
    expect(race.result.kind).toBe('saved');
  });

  it('does not send a finish again that was answered', async () => {
    const { race, server } = await started();
    type(race, 'one two');
    server.finishes[0]?.answer({ time: 6, wpm: 14 });
    await settled();
    server.breaks();
    server.connects();
    server.says('state', state('running', 9000, [lane('ana', { completed: 100, finish: { time: 6, wpm: 14 } })]));
    expect([race.phase, race.result.kind, server.finishes.length]).toEqual(['finished', 'saved', 1]);
  });

  it('in another browser shows the result that the room knows', async () => {
    const { race, server } = await entered();
    server.says('state', state('running', 9000, [lane('ana', { completed: 100, finish: { time: 6, wpm: 14 } })]));
    expect([race.phase, race.result.kind, race.outcome]).toEqual(['finished', 'saved', { time: 6, wpm: 14 }]);
  });

  it('before the countdown takes the seat again, because the room gave it back', async () => {
    const play = vi.fn(async () => SEAT);
    const { server } = await entered(memoryStorage(), play);
    server.says('state', state('waiting', 20_000));
    server.breaks();
    server.connects();
    await settled();
    expect([play.mock.calls.length, server.sentNames()]).toEqual([2, ['join', 'join']]);
  });

  it('before the countdown goes home when the seat is taken by another meanwhile', async () => {
    const play = vi.fn(async () => SEAT);
    const { race, server } = await entered(memoryStorage(), play);
    play.mockRejectedValueOnce(new ApiError(409, '', '{"reason":"full"}'));
    server.breaks();
    server.connects();
    await settled();
    expect([race.refusal, server.isClosed]).toEqual([{ kind: 'home', reason: 'full' }, true]);
  });

  it('to a room that is gone leaves the results on the page', async () => {
    const { race, server } = await started();
    type(race, 'one two');
    server.finishes[0]?.answer({ time: 6, wpm: 14 });
    await settled();
    server.breaks();
    server.connects();
    server.says('fault', { event: 'join', reason: 'There is no such room.' });
    expect([race.refusal, race.phase, race.outcome]).toEqual([null, 'finished', { time: 6, wpm: 14 }]);
  });

  it('after a reload goes on where the typing was', async () => {
    const storage = memoryStorage();
    const { race: before } = await started(storage);
    type(before, ['x', BACKSPACE, ...'one']);
    const { race, server } = await entered(storage);
    server.says('state', state('running', 9000, [lane('ana', { completed: 43 })]));
    expect([race.run?.cursor, race.run?.accuracy, race.isTyping]).toEqual([3, 85.71, true]);
  });

  it('after a reload goes on where the typing was, also where that is no whole percent', async () => {
    const storage = memoryStorage();
    const play = async () => ({ ...SEAT, text: { text: 'x'.repeat(600), author: '' } });
    const { race: before, server: first } = await entered(storage, play);
    first.says('start', {});
    type(before, 'xxx');
    before.keepKeys();
    const { race, server } = await entered(storage, play);
    server.says('state', state('running', 9000));
    expect(race.run?.cursor).toBe(3);
  });

  it('who leaves and comes back to the page goes on where the typing was', async () => {
    const play = async () => ({ ...SEAT, text: { text: 'x'.repeat(600), author: '' } });
    const { race, server } = await entered(memoryStorage(), play);
    server.says('start', {});
    type(race, 'xxx');
    race.leave();
    await race.enter('token', CODE);
    server.connects();
    server.says('state', state('running', 9000));
    expect(race.run?.cursor).toBe(3);
  });

  it('a room that is over is told of no progress, only of a finish that it may have missed', async () => {
    const storage = memoryStorage();
    const { race: before } = await started(storage);
    type(before, 'one two');
    const { server } = await entered(storage);
    server.sent = [];
    server.says('state', state('finished', 0, [lane('ana', { completed: 100 })]));
    expect([server.sent, server.finishes.length]).toEqual([[], 1]);
  });

  it('after a reload before the first key has nothing to go on with', async () => {
    const storage = memoryStorage();
    const { race: before } = await entered(storage);
    before.keepKeys();
    expect(storage.get('race')).toBeNull();
  });

  it('after a reload of the results knows how it was typed, and asks once more whether it is saved', async () => {
    const storage = memoryStorage();
    const { race: before, server: first } = await started(storage);
    type(before, ['x', BACKSPACE, ...'one two']);
    first.finishes[0]?.answer({ time: 6, wpm: 14 });
    await settled();
    const { race, server } = await entered(storage);
    server.says('state', state('finished', 0, [lane('ana', { completed: 100, finish: { time: 6, wpm: 14 } })]));
    server.finishes[0]?.answer({ time: 6, wpm: 14 });
    await settled();
    expect([race.accuracy, race.outcome, race.result.kind]).toEqual([85.71, { time: 6, wpm: 14 }, 'saved']);
  });

  it.each(['running', 'finished'] as const)('after a reload while the room is %s, a win is no news', async (phase) => {
    const storage = memoryStorage();
    const { race: before, server: first } = await started(storage);
    type(before, 'one two');
    first.finishes[0]?.answer({ time: 6, wpm: 14 });
    await settled();
    expect(before.hasJustWon).toBe(true);
    const { race, server } = await entered(storage);
    const finish = { time: 6, wpm: 14 };
    server.says('state', state(phase, 9000, [lane('ana', { completed: 100, finish }), lane('bo')]));
    server.finishes[0]?.answer(finish);
    await settled();
    expect([race.result.kind, race.standings[0]?.username, race.hasJustWon]).toEqual(['saved', 'ana', false]);
  });

  it('in another browser knows no accuracy of what was typed elsewhere', async () => {
    const { race, server } = await entered();
    server.says('state', state('finished', 0, [lane('ana', { completed: 100, finish: { time: 6, wpm: 14 } })]));
    expect([race.accuracy, race.outcome, race.result.kind]).toEqual([null, { time: 6, wpm: 14 }, 'saved']);
  });

  it('is given up when the server closes the connection for good', async () => {
    const { race, server } = await started();
    server.breaks('Something went wrong on the server.');
    expect(race.refusal).toEqual({ kind: 'failed', message: 'Something went wrong on the server.' });
  });
});

it('leaving closes the connection, and what is said afterwards changes nothing', async () => {
  const { race, server } = await started();
  race.leave();
  server.says('typing', { username: 'bo', completed: 42 });
  server.says('start', {});
  expect([server.isClosed, race.phase, race.racers.size]).toEqual([true, 'idle', 0]);
});
