import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { CODE, entered, lane, settled, state, type } from './testing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The time on the room's clock when the page's is 0. */
const ROOM_AHEAD = 5000;

/** A race whose room answers to `clock` after `oneWay` milliseconds there and as many back. */
async function entering(oneWay: number, ahead = ROOM_AHEAD) {
  const both = await entered();
  const asked: { code: string; seen?: number }[] = [];
  both.server.clock = (payload) => {
    asked.push(payload);
    return new Promise((resolve) =>
      setTimeout(() => {
        const ms = Math.floor(performance.now() + ahead);
        setTimeout(() => resolve({ ms }), oneWay);
      }, oneWay),
    );
  };
  /** Waits until the clock has been read. */
  const readings = () => vi.advanceTimersByTimeAsync(12 * 2 * oneWay);
  return { ...both, asked, readings };
}

/** The same, in a countdown of `ms` of which the page knows the room's clock, and the common start by the page's clock. */
async function counting(ms: number, oneWay = 1, ahead = ROOM_AHEAD) {
  const both = await entering(oneWay, ahead);
  both.server.says('state', state('waiting', 20_000));
  await both.readings();
  const startsAt = performance.now() + ms;
  await vi.advanceTimersByTimeAsync(oneWay);
  both.server.says('starting', { ms, at: startsAt + ROOM_AHEAD });
  await both.readings();
  both.server.sent = [];
  return { ...both, startsAt };
}

/** The `start` that the page sent, if any. */
const opened = (sent: [string, unknown][]) => sent.find(([name]) => name === 'start')?.[1];

describe('the room’s clock', () => {
  it('is read twelve times in a row on joining, and again when the countdown begins', async () => {
    const { server, asked, readings } = await entering(1);
    server.says('state', state('waiting', 20_000));
    server.says('waiting', { ms: 20_000, countdown: 10_250 });
    await readings();
    // At 1, 3, 5 ms and so on.
    const seen = Array.from({ length: 11 }, (_, n) => ({ code: CODE, seen: ROOM_AHEAD + 1 + 2 * n }));
    expect(asked).toEqual([{ code: CODE }, ...seen]);
    server.says('starting', { ms: 10_250, at: 40_000 });
    await readings();
    expect(asked).toHaveLength(24);
  });

  it('is read no more after an answer fails', async () => {
    const { server, asked, readings } = await entering(1);
    const answer = server.clock;
    server.clock = async (payload) => {
      if (asked.length === 2) throw new Error('lost');
      return answer?.(payload) ?? { ms: 0 };
    };
    server.says('state', state('waiting', 20_000));
    await readings();
    expect(asked).toHaveLength(2);
  });
});

describe('the text', () => {
  it.each([
    ['a fast network', 1],
    ['a slow network', 300],
  ])('opens in the frame nearest to the common start: %s', async (_, oneWay) => {
    const { race, server, startsAt } = await counting(10_250, oneWay);
    vi.advanceTimersByTime(startsAt - 9 - performance.now());
    expect(race.phase.kind).toBe('starting');
    vi.advanceTimersByTime(17);
    expect([race.phase.kind, race.startedAt]).toEqual(['running', startsAt]);
    const frameAt = Math.round(startsAt / 16) * 16;
    expect(opened(server.sent)).toEqual({ code: CODE, opened: Math.round(frameAt - startsAt) });
  });

  it.each([
    ['two racers with other delays', [1, 250]],
    ['two racers with the same', [40, 40]],
  ])('opens for all at the same time: %s', async (_, [one = 0, other = 0]) => {
    const starts = [];
    for (const oneWay of [one, other]) {
      const { race, startsAt } = await counting(10_250, oneWay);
      vi.advanceTimersByTime(11_000);
      starts.push((race.startedAt ?? 0) - startsAt);
    }
    expect(starts).toEqual([0, 0]);
  });

  it('takes keys before the room’s own start, and sends them after it', async () => {
    const { race, server, startsAt } = await counting(10_250, 300);
    vi.advanceTimersByTime(startsAt + 20 - performance.now());
    server.sent = [];
    type(race, 'one');
    vi.advanceTimersByTime(1000);
    expect(server.sent).toEqual([]);
    server.says('start', {});
    expect(server.sent).toEqual([['typing', { completed: 43, code: CODE, username: 'ana' }]]);
    expect([race.startedAt, server.log?.length]).toEqual([expect.closeTo(performance.now() - 1000, -2), 3]);
  });

  it('opens at the room’s start if that comes first', async () => {
    const { race, server } = await counting(5000);
    vi.advanceTimersByTime(4000);
    server.says('start', {});
    expect([race.phase.kind, race.startedAt]).toEqual(['running', performance.now()]);
    vi.advanceTimersByTime(16);
    expect(opened(server.sent)).toMatchObject({ opened: expect.any(Number) });
    vi.advanceTimersByTime(6000);
    expect(server.sentNames()).toEqual(['start']);
  });

  it.each([
    ['an hour ahead', 3_600_000],
    ['an hour behind', -3_600_000],
    ['more than a second ahead', 1100],
  ])('opens at the time that the room has announced if the clock is wrong: %s', async (_, wrong) => {
    const { race, startsAt } = await counting(5000, 1, ROOM_AHEAD + wrong);
    vi.advanceTimersByTime(startsAt - 20 - performance.now());
    expect(race.phase.kind).toBe('starting');
    vi.advanceTimersByTime(40);
    expect([race.phase.kind, race.startedAt]).toEqual(['running', startsAt + 1]);
  });

  it('opens at the room’s start if the clock could not be read', async () => {
    const { race, server } = await entered();
    server.says('starting', { ms: 5000, at: 10_000 });
    await settled();
    vi.advanceTimersByTime(5000);
    expect(race.phase.kind).toBe('starting');
    server.says('start', {});
    expect([race.phase.kind, opened(server.sent)]).toEqual(['running', { code: CODE }]);
  });

  it('does not open after the racer has left', async () => {
    const { race, startsAt } = await counting(5000);
    race.leave();
    vi.advanceTimersByTime(startsAt + 100 - performance.now());
    expect(race.phase.kind).toBe('starting');
  });
});

describe('the common start', () => {
  it('stays after a reconnect, whatever the delay of the room’s answer', async () => {
    const { race, server, startsAt } = await counting(5000);
    vi.advanceTimersByTime(5000);
    server.says('start', {});
    vi.advanceTimersByTime(3000);
    server.reconnects();
    vi.advanceTimersByTime(400);
    server.says('state', state('running', 3000));
    server.says('start', { ms: 3000 });
    expect(race.startedAt).toBe(startsAt);
  });

  it('stays after a reload', async () => {
    const storage = memoryStorage();
    const { race: before, server: first } = await entered(storage);
    first.says('starting', { ms: 0, at: 0 });
    first.says('start', {});
    const { startedAt } = before;
    type(before, 'one');
    vi.advanceTimersByTime(3000);
    const { race, server } = await entered(storage);
    vi.advanceTimersByTime(400);
    server.says('state', state('running', 3000, [lane('ana', { completed: 43 })]));
    expect(race.startedAt).toBeCloseTo(startedAt ?? 0, 3);
  });

  it('is the room’s if this device’s clock was set in the meantime', async () => {
    const storage = memoryStorage();
    const { race: before, server: first } = await entered(storage);
    first.says('starting', { ms: 0, at: 0 });
    first.says('start', {});
    type(before, 'one');
    before.storeKeys();
    const entry = JSON.parse(storage.get(`race.${CODE}`) ?? '');
    storage.set(`race.${CODE}`, JSON.stringify({ ...entry, startedAt: entry.startedAt - 50 * 60_000 }));
    vi.advanceTimersByTime(3000);
    const { race, server } = await entered(storage);
    server.says('state', state('running', 3000, [lane('ana', { completed: 43 })]));
    expect(race.startedAt).toBe(performance.now() - 3000);
  });
});
