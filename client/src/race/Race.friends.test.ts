import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CODE, entered, lane, participant, SEAT, state } from './testing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A race of friends that `starter` may start, with ana, who is us, and bo. */
async function gathered(starter: string) {
  const all = await entered(undefined, async () => ({ ...SEAT, private: true }));
  all.server.says('state', { ...state('waiting', 1_800_000), starter });
  all.server.says('waiting', { ms: 1_800_000, countdown: 10_250 });
  all.server.sent = [];
  return all;
}

describe('a race of friends', () => {
  it('waits for its opener, and confirms no phase', async () => {
    const { race, server } = await gathered('ana');
    expect([race.starter, race.mayBegin]).toEqual(['ana', true]);
    vi.advanceTimersByTime(30 * 60_000);
    expect(server.sent).toEqual([]);
  });

  it('is started by us if we are its starter', async () => {
    const { race, server } = await gathered('ana');
    race.begin();
    expect(server.sent).toEqual([['begin', { code: CODE }]]);
    server.says('starting', { ms: 10_250, at: 10_250 });
    expect([race.phase.kind, race.starter, race.mayBegin]).toEqual(['starting', null, false]);
    expect(server.sentNames()).not.toContain('starting');
  });

  it('may be started by us once the starter has left', async () => {
    const { race, server } = await gathered('bo');
    expect(race.mayBegin).toBe(false);
    server.says('leave', { username: 'bo' });
    server.says('starter', { username: 'ana' });
    expect([race.mayBegin, race.roster.racers.size]).toEqual([true, 1]);
    server.breaks();
    expect(race.mayBegin).toBe(false);
  });

  it('ends with a sentence if nobody starts it in time', async () => {
    const { race, server } = await gathered('bo');
    server.says('fault', { event: 'join', reason: 'Too late.', code: 'room-expired' });
    expect(race.phase).toMatchObject({ kind: 'refused', refusal: { kind: 'closed' } });
    expect(server.isClosed).toBe(true);
  });
});

describe('a racer alone', () => {
  it('may start at once, until somebody comes', async () => {
    const { race, server } = await entered();
    server.says('state', state('waiting', 20_000, [lane('ana')]));
    expect(race.mayBegin).toBe(true);
    race.begin();
    expect(server.sent.at(-1)).toEqual(['begin', { code: CODE }]);
    server.says('join', participant('bo'));
    expect(race.mayBegin).toBe(false);
  });

  it('learns why a start is refused', async () => {
    const { race, server, refusedStarts } = await entered();
    server.says('state', state('waiting', 20_000, [lane('ana')]));
    race.begin();
    server.says('fault', { event: 'begin', reason: 'Somebody is coming.', code: 'not-alone' });
    expect([refusedStarts, race.phase.kind]).toEqual([['not-alone'], 'waiting']);
  });

  it('has a room of their own if it has one seat', async () => {
    const { race, server } = await entered(undefined, async () => ({ ...SEAT, private: true, seats: 1 }));
    server.says('state', state('starting', 3250, [lane('ana')]));
    expect([race.isSolo, race.mayBegin, race.seat?.isPrivate]).toEqual([true, false, true]);
  });

  it('is in a public room if it is not said to be private', async () => {
    const { race } = await entered();
    expect([race.isSolo, race.seat?.isPrivate, race.seat?.seats]).toEqual([false, false, 5]);
  });
});
