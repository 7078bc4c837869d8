import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import wire from '../../../shared/fixtures/wire.json';
import { ApiError } from '../net/ApiError';
import { memoryStorage } from '../platform/storage';
import { logOf } from '../typing/rules/keyLog';
import { BACKSPACE } from '../typing/rules/TypingRun';
import type { Race } from './Race';
import { CODE, entered, entering, participant, SEAT, settled, started, state, type, typed } from './testing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the places in a race', () => {
  const places = (race: Race) => [...race.roster.racers.values()].map((racer) => race.placeOf(racer));

  it('are not shown before the start', async () => {
    const { race, server } = await entered();
    server.says('state', state('waiting', 20_000));
    expect(places(race)).toEqual([null, null]);
  });

  it('follow the progress of racers; equal progress shares a place', async () => {
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
    server.says('finish', { username: 'ana', time: 9, wpm: 100 });
    expect(places(race)).toEqual([1, 1]);
  });
});

describe('taking a seat', () => {
  it('shows participants and text, and joins once connected', async () => {
    const { race, server } = await entered();
    expect([race.phase.kind, race.run?.text, race.seat?.text?.author, [...race.roster.racers.keys()]]).toEqual([
      'joined',
      'one two',
      'Nobody',
      ['ana', 'bo'],
    ]);
    expect(server.sent).toEqual([['join', { code: CODE, username: 'ana' }]]);
  });

  it('shows a prefetched seat before it is taken, and begins its text once', async () => {
    const { race, hasEntered } = entering(memoryStorage(), async () => SEAT, Promise.resolve(), SEAT);
    const { run } = race;
    expect([race.phase.kind, run?.text, [...race.roster.racers.keys()]]).toEqual(['joined', 'one two', ['ana', 'bo']]);
    await hasEntered;
    expect(race.run).toBe(run);
  });

  it('shows the seat that it takes instead of a prefetched one', async () => {
    const taken = { ...SEAT, text: { ...SEAT.text, text: 'three' } };
    const { race, hasEntered } = entering(memoryStorage(), async () => taken, Promise.resolve(), SEAT);
    await hasEntered;
    expect(race.run?.text).toBe('three');
  });

  it.each<[string, ApiError, string]>([
    ['full goes home', new ApiError(409, 'Full.', 'room-full'), 'home'],
    ['that runs goes home', new ApiError(409, 'Begun.', 'race-begun'), 'home'],
    ['unknown says so', new ApiError(404, 'Unknown.', 'unknown-room'), 'closed'],
    ['of a server that restarts says so', new ApiError(503, 'Restarting.', 'restarting'), 'closed'],
    ['of too many of ours can be tried again', new ApiError(429, 'Too many.', 'too-many-seats'), 'failed'],
    ['that cannot be asked for can be tried again', new ApiError(503, 'Busy.', 'unavailable'), 'failed'],
    ['with a bad token casts doubt on the session', new ApiError(401, 'Log in.', 'not-logged-in'), 'session'],
    ['that is not reached can be tried again', new ApiError(0, 'Away.'), 'failed'],
  ])('a room %s', async (_, error, kind) => {
    const { race } = await entered(memoryStorage(), () => Promise.reject(error));
    expect(race.phase).toEqual({ kind: 'refused', refusal: { kind, error } });
  });

  it('shows the text while the transport is loading', async () => {
    const { race } = entering(memoryStorage(), async () => SEAT, new Promise(() => {}));
    await settled();
    expect([race.phase.kind, race.run?.text]).toEqual(['joined', 'one two']);
  });

  it('is refused if the transport cannot be loaded', async () => {
    const { race, hasEntered } = entering(memoryStorage(), async () => SEAT, Promise.reject(new Error('404')));
    await hasEntered;
    expect(race.phase).toMatchObject({ kind: 'refused', refusal: { kind: 'failed', error: { code: 'unreadable' } } });
  });

  it.each([
    ['once if the socket loads soon', 1000, 1],
    ['again if the socket loads so late that the room may have given it away', 20_000, 2],
  ])('takes the seat %s', async (_, ms, nTaken) => {
    const takeSeat = vi.fn(async () => SEAT);
    const loading = new Promise<void>((loaded) => setTimeout(loaded, ms));
    const { server, hasEntered } = entering(memoryStorage(), takeSeat, loading);
    await vi.advanceTimersByTimeAsync(ms);
    await hasEntered;
    server.connects();
    await settled();
    expect(takeSeat).toHaveBeenCalledTimes(nTaken);
    expect(server.sent).toEqual([['join', { code: CODE, username: 'ana' }]]);
  });

  it('a seat that arrives after its racer has left is not connected, even if they enter again', async () => {
    const { race, server, hasEntered } = entering();
    const connect = vi.spyOn(server.transport, 'connect');
    race.leave();
    await Promise.all([hasEntered, race.enter()]);
    expect(connect).toHaveBeenCalledTimes(1);
  });

  it('a join that is refused in passing is sent again', async () => {
    const { race, server } = await entered();
    server.says('fault', { event: 'join', reason: 'The room is busy.', code: 'room-busy' });
    vi.advanceTimersByTime(2000);
    expect([race.phase.kind, server.sentNames()]).toEqual(['joined', ['join', 'join']]);
  });

  it('a refused join ends the race with its reason', async () => {
    const { race, server } = await entered();
    server.says('fault', { event: 'join', reason: 'There is no such room.', code: 'unknown-room' });
    expect(race.phase).toEqual({
      kind: 'refused',
      refusal: { kind: 'closed', error: { event: 'join', reason: 'There is no such room.', code: 'unknown-room' } },
    });
    expect(server.isClosed).toBe(true);
  });
});

describe('before the start', () => {
  it('waiting counts down thirty seconds, and sends starting after twenty', async () => {
    const { race, server } = await entered();
    server.says('state', state('waiting', 20_000));
    expect(race.phase).toMatchObject({ kind: 'waiting', seconds: 30 });
    vi.advanceTimersByTime(19_999);
    expect(server.sentNames()).toEqual(['join']);
    vi.advanceTimersByTime(1);
    expect(server.sent.at(-1)).toEqual(['starting', { code: CODE }]);
  });

  it('starting and start are each sent once, also when the server is first', async () => {
    const { race, server } = await entered();
    server.says('state', state('waiting', 20_000));
    server.says('starting', { ms: 10_250, at: 10_250 });
    vi.advanceTimersByTime(10_000);
    server.says('start', {});
    vi.advanceTimersByTime(60_000);
    expect(server.sentNames()).toEqual(['join', 'starting', 'start']);
    expect(race.phase.kind).toBe('running');
  });

  it('starting and start are each sent once, also when the server is late or repeats itself', async () => {
    const { server } = await entered();
    server.says('state', state('waiting', 20_000));
    vi.advanceTimersByTime(20_000);
    server.reconnects();
    await vi.advanceTimersByTimeAsync(0);
    server.says('state', state('waiting', 0));
    vi.advanceTimersByTime(500);
    server.says('starting', { ms: 10_250, at: 10_250 });
    vi.advanceTimersByTime(11_000);
    server.says('start', {});
    expect(server.sentNames()).toEqual(['join', 'starting', 'join', 'start']);
  });

  it('the server sets the length of the countdown', async () => {
    const { race, server } = await entered();
    server.says('waiting', { ms: 20_000, countdown: 3250 });
    expect(race.phase).toMatchObject({ seconds: 23 });
    server.says('state', { ...state('waiting', 15_000), countdown: 5250 });
    expect(race.phase).toMatchObject({ seconds: 20 });
  });

  it('starting counts down ten seconds after a short delay, then sends start', async () => {
    const { race, server } = await entered();
    server.says('starting', { ms: 10_250, at: 10_250 });
    expect(race.phase).toMatchObject({ kind: 'starting', seconds: 10 });
    vi.advanceTimersByTime(10_250);
    expect(server.sent.at(-1)).toEqual(['start', { code: CODE }]);
  });

  it('only the room starts the race', async () => {
    const { race, server } = await entered();
    server.says('starting', { ms: 10_250, at: 10_250 });
    vi.advanceTimersByTime(11_000);
    expect(race.phase.kind).toBe('starting');
    server.says('start', {});
    expect(race.phase.kind).toBe('running');
  });

  it('keys are ignored', async () => {
    const { race } = await entered();
    race.press('o');
    expect(race.run?.cursor).toBe(0);
  });

  it('a racer who joins gets a lane, and one who leaves loses it', async () => {
    const { race, server } = await entered();
    server.says('state', state('waiting', 20_000));
    server.says('join', participant('cleo'));
    server.says('leave', { username: 'bo' });
    expect([...race.roster.racers.keys()]).toEqual(['ana', 'cleo']);
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
    const text = { ...SEAT.text, text: 'x'.repeat(600) };
    const { race, server } = await started(memoryStorage(), async () => ({ ...SEAT, text }));
    type(race, 'xx');
    expect(server.sent).toEqual([]);
    type(race, 'xx');
    expect(server.sent).toEqual([['typing', { completed: 1, code: CODE, username: 'ana' }]]);
  });

  it('progress is sent after the frame, once for all its keys', async () => {
    const { race, server, paints } = await started();
    paints.isWaiting = true;
    type(race, 'on');
    expect(server.sent).toEqual([]);
    paints.paint();
    expect(server.sent).toEqual([['typing', { completed: 29, code: CODE, username: 'ana' }]]);
  });

  it('the last key is sent at once, and no older progress follows it', async () => {
    const { race, server, paints } = await started();
    paints.isWaiting = true;
    type(race, 'one two');
    expect(server.finishes).toHaveLength(1);
    paints.paint();
    expect(server.sentNames()).toEqual(['typing', 'finish']);
    expect(server.sent[0]?.[1]).toEqual({ completed: 100, code: CODE, username: 'ana' });
  });

  it('a racer who leaves keeps a disconnected lane until they join again', async () => {
    const { race, server } = await started();
    server.says('leave', { username: 'bo' });
    expect(race.roster.racers.get('bo')?.isConnected).toBe(false);
    server.says('join', participant('bo'));
    expect(race.roster.racers.get('bo')?.isConnected).toBe(true);
  });

  it('refused progress is sent again after a while, without another key', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { race, server } = await started();
    type(race, 'one');
    server.says('fault', { event: 'typing', reason: 'The room is busy.', code: 'room-busy' });
    server.sent = [];
    vi.advanceTimersByTime(2000);
    expect(server.sent).toEqual([['typing', { completed: 43, code: CODE, username: 'ana' }]]);
  });

  it('refused progress is sent again with the next key', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const text = { ...SEAT.text, text: 'x'.repeat(600) };
    const { race, server } = await started(memoryStorage(), async () => ({ ...SEAT, text }));
    type(race, 'xxx');
    server.says('fault', { event: 'typing', reason: 'Too fast.', code: 'too-fast' });
    server.sent = [];
    type(race, 'x');
    expect(server.sent).toEqual([['typing', { completed: 1, code: CODE, username: 'ana' }]]);
  });
});

it('a race that waits, starts and finishes sends every event of clients, with fields that the engine knows', async () => {
  const { race, server } = await entered();
  server.says('waiting', { ms: 1, countdown: 1 });
  vi.advanceTimersByTime(1);
  race.begin();
  server.says('starting', { ms: 1, at: 1 });
  vi.advanceTimersByTime(1);
  server.says('start', {});
  type(race, SEAT.text.text);
  expect(new Set([...server.sentNames(), 'clock'])).toEqual(new Set(wire.client.map(([name]) => name)));
  for (const [event, payload] of server.sent) {
    const known = (wire.client as [string, object][]).flatMap(([name, example]) =>
      name === event ? Object.keys(example) : [],
    );
    expect(known).toEqual(expect.arrayContaining(Object.keys(payload as object)));
  }
});

describe('finishing', () => {
  it('sends accuracy and the keys with their times, and is saving until the answer', async () => {
    const { race, server } = await started();
    vi.advanceTimersByTime(6000);
    type(race, ['x', BACKSPACE, ...'one two']);
    expect([race.phase.kind, race.delivery.result.kind]).toEqual(['finished', 'saving']);
    expect(race.outcome).toEqual({ time: 6, wpm: 14 });
    expect(server.finishes[0]?.payload).toMatchObject({
      username: 'ana',
      code: CODE,
      token: 'token',
      accuracy: 85.71,
      untrusted: 0,
      pastes: 0,
    });
    const keys = ['x', BACKSPACE, ...'one two'].map((key) => ({ key, ms: 6000 }));
    expect(server.log).toEqual(logOf('one two', keys)?.flat());
    await server.answers({ time: 6.05, wpm: 13.88 });
    expect([race.delivery.result.kind, race.outcome]).toEqual(['saved', { time: 6.05, wpm: 13.88 }]);
  });

  it('waits until every character is correct', async () => {
    const { race, server } = await started();
    type(race, 'xne two');
    expect([race.phase.kind, server.finishes.length]).toEqual(['running', 0]);
  });

  it('keeps the reason why a result was refused', async () => {
    const { race, server } = await typed();
    await server.answers({ reason: 'Nobody types that fast.', code: 'too-fast' });
    expect([race.delivery.result, race.outcome]).toEqual([
      { kind: 'refused', error: { reason: 'Nobody types that fast.', code: 'too-fast' } },
      null,
    ]);
  });

  it.each(['room-busy', 'too-many-events', 'not-joined'] as const)(
    'is sent again if it was refused in passing: %s',
    async (code) => {
      const { race, server } = await typed();
      server.says('fault', { event: 'finish', reason: 'Not now.', code });
      await server.answers({ reason: 'Not now.', code });
      expect(race.delivery.result.kind).toBe('saving');
      await vi.advanceTimersByTimeAsync(2000);
      expect(server.finishes.length).toBe(2);
      await server.answers({ time: 5, wpm: 16.8 });
      expect(race.delivery.result.kind).toBe('saved');
    },
  );

  it('is sent again after the progress before it, if that was refused', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { server } = await typed();
    server.says('fault', { event: 'typing', reason: 'The room is busy.', code: 'room-busy' });
    await server.answers({ reason: 'Not typed.', code: 'not-typed' });
    server.sent = [];
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.sentNames()).toEqual(['typing', 'finish']);
  });

  it('names the skins that it unlocked', async () => {
    const { race, server } = await typed();
    await server.answers({ time: 5, wpm: 16.8, skins: ['emerald'] });
    expect(race.delivery.result).toMatchObject({ kind: 'saved', skins: ['emerald'], isHeld: false });
  });

  it('is sent again without an answer', async () => {
    const { race, server } = await typed();
    server.finishes[0]?.lose();
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.finishes.length).toBe(2);
    await server.answers({ time: 5, wpm: 16.8 });
    expect(race.delivery.result.kind).toBe('saved');
  });

  it('the standings are sorted by time', async () => {
    const { race, server } = await typed();
    server.says('finish', { username: 'bo', time: 7.5, wpm: 11.2 });
    server.says('finish', { username: 'ana', time: 6, wpm: 14 });
    expect(race.roster.standings.map(({ username }) => username)).toEqual(['ana', 'bo']);
  });

  it('the first racer has won once the result is saved', async () => {
    const { race, server } = await typed();
    server.says('finish', { username: 'bo', time: 7.5, wpm: 11.2 });
    expect(race.hasJustWon).toBe(false);
    await server.answers({ time: 6, wpm: 14 });
    expect(race.hasJustWon).toBe(true);
  });

  it('a first place waits for an opponent, and becomes a win with the skins that it unlocks', async () => {
    const { race, server } = await typed();
    await server.answers({ time: 6, wpm: 14, win: 'pending', skins: ['emerald'] });
    expect(race.delivery.result).toMatchObject({ kind: 'saved', win: 'pending' });
    server.says('win', { win: 'won', skins: ['thorntail'] });
    expect(race.delivery.result).toMatchObject({ win: 'won', skins: ['emerald', 'thorntail'] });
  });

  it('a result that is not ranked has no place and wins nothing, and comes last in the standings', async () => {
    const { race, server } = await typed();
    await server.answers({ time: 5, wpm: 300, unranked: true });
    expect([race.outcome?.unranked, race.hasJustWon, race.own && race.placeOf(race.own)]).toEqual([true, false, null]);
    server.says('finish', { username: 'bo', time: 7.5, wpm: 11.2 });
    expect(race.roster.standings.map(({ username, place }) => [username, place])).toEqual([
      ['bo', 1],
      ['ana', null],
    ]);
  });

  it('a result that is held back wins nothing yet', async () => {
    const { race, server } = await typed();
    const findings = [{ rule: 'even-rhythm' as const, measured: 0.05, bound: 0.15 }];
    await server.answers({ time: 5, wpm: 16.8, credited: 38, held: true, findings, look: 86_400 });
    const held = { kind: 'saved', skins: [], isHeld: true, findings, look: 86_400 };
    expect([race.delivery.result, race.hasJustWon]).toEqual([held, false]);
    expect(race.outcome).toEqual({ time: 5, wpm: 16.8, credited: 38 });
  });

  it('lanes and board show no place for a result that is held back', async () => {
    const { race, server } = await typed();
    await server.answers({ time: 5, wpm: 16.8, held: true });
    server.says('finish', { username: 'bo', time: 7.5, wpm: 11.2 });
    const inLanes = [...race.roster.racers.values()].map((racer) => [racer.username, race.placeOf(racer)]);
    expect(race.standings.map(({ username, place }) => [username, place])).toEqual(inLanes);
    expect(inLanes).toEqual([
      ['ana', null],
      ['bo', 2],
    ]);
  });

  it('the second racer has not won', async () => {
    const { race, server } = await started();
    server.says('finish', { username: 'bo', time: 5, wpm: 16.8 });
    type(race, 'one two');
    await server.answers({ time: 6, wpm: 14 });
    expect([race.delivery.result.kind, race.hasJustWon]).toEqual(['saved', false]);
  });

  it('of another racer fills their lane and does not end our race', async () => {
    const { race, server } = await started();
    server.says('finish', { username: 'bo', time: 7.5, wpm: 11.2 });
    expect([race.phase.kind, race.roster.racers.get('bo')?.completed]).toEqual(['running', 100]);
  });

  it('a race out of time has no result, and keeps the typed keys', async () => {
    const { race, server } = await started();
    type(race, 'one');
    vi.advanceTimersByTime(9100);
    server.says('state', state('finished', 9000));
    expect([race.phase.kind, race.outcome, race.delivery.result.kind]).toEqual(['finished', null, 'none']);
    expect(race.typed).toEqual({ time: 9, wpm: 4 });
  });

  it('the typed keys stay after a refusal, also when the race ends later', async () => {
    const { race, server } = await started();
    vi.advanceTimersByTime(6000);
    type(race, 'one two');
    await server.answers({ reason: 'Too fast.', code: 'too-fast' });
    expect([race.outcome, race.typed]).toEqual([null, { time: 6, wpm: 14 }]);
    server.says('state', state('finished', 60_000));
    expect([race.isOver, race.typed]).toEqual([true, { time: 6, wpm: 14 }]);
  });

  it('a race that is over for us may go on for others', async () => {
    const { race, server } = await typed();
    expect([race.phase.kind, race.isOver]).toEqual(['finished', false]);
    server.says('state', state('finished', 9000));
    expect(race.isOver).toBe(true);
  });

  it('a race is over once every lane has finished', async () => {
    const { race, server } = await typed();
    await server.answers({ time: 6, wpm: 14, win: 'pending' });
    expect(race.isOver).toBe(false);
    server.says('finish', { username: 'bo', time: 7.5, wpm: 11.2 });
    expect(race.isOver).toBe(true);
  });
});

it('leaving closes the connection', async () => {
  const { race, server } = await started();
  race.leave();
  expect(server.isClosed).toBe(true);
});
