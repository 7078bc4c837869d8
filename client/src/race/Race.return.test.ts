import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../net/ApiError';
import { memoryStorage } from '../platform/storage';
import { BACKSPACE } from '../typing/rules/TypingRun';
import { CODE, entered, lane, OUTCOME, SEAT, saved, settled, started, state, type, typed } from './testing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The lane of a racer whose finish the room knows. */
const finished = lane('ana', { completed: 100, finish: OUTCOME });

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
    expect([race.isReconnecting, race.own?.completed, race.roster.racers.get('bo')?.completed]).toEqual([
      false,
      57,
      60,
    ]);
    expect(race.startedAt).toBe(performance.now() - 9000);
  });

  it('keeps known racers, so that their lanes stay', async () => {
    const { race, server } = await started();
    const bo = race.roster.racers.get('bo');
    server.says('state', state('running', 1000));
    expect(race.roster.racers.get('bo')).toBe(bo);
  });

  it('sends a finish again that was not answered', async () => {
    const { race, server } = await typed();
    server.breaks();
    server.finishes[0]?.lose();
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.finishes.length).toBe(1);
    server.connects();
    server.says('state', state('running', 9000));
    expect(server.finishes.length).toBe(2);
    await server.answers(OUTCOME);
    expect(race.delivery.result.kind).toBe('saved');
  });

  it('sends no finish before the room has sent its state', async () => {
    const { server } = await typed();
    server.finishes[0]?.lose();
    await settled();
    server.breaks();
    server.sent = [];
    server.connects();
    // Longer than the delay before an unanswered finish is sent again.
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.sentNames()).toEqual(['join']);
    server.says('state', state('running', 9000, [lane('ana', { completed: 43 }), lane('bo')]));
    expect(server.sentNames()).toEqual(['join', 'typing', 'finish']);
  });

  it('after finishing offline sends the progress, then the finish', async () => {
    const { race, server } = await started();
    type(race, 'one');
    server.breaks();
    type(race, ' two');
    expect([race.phase.kind, race.delivery.result.kind]).toEqual(['finished', 'saving']);
    server.sent = [];
    server.connects();
    server.says('state', state('running', 9000, [lane('ana', { completed: 43 }), lane('bo')]));
    expect(server.sentNames()).toEqual(['join', 'typing', 'finish']);
    expect(server.sent[1]?.[1]).toEqual({ completed: 100, code: CODE, username: 'ana' });
    await server.answers({ time: 9, wpm: 9 });
    expect([race.delivery.result.kind, race.outcome]).toEqual(['saved', { time: 9, wpm: 9 }]);
  });

  it('keeps the typed keys, even if all of them were erased', async () => {
    const { race, server } = await started();
    type(race, ['#', '#', BACKSPACE, BACKSPACE]);
    server.reconnects();
    server.says('state', state('running', 9000));
    expect([race.run?.cursor, race.run?.keystrokes]).toEqual([0, `##${BACKSPACE}${BACKSPACE}`]);
  });

  it('sends a finish again that the room knows, because only the answer confirms it', async () => {
    const { race, server } = await typed();
    server.reconnects();
    server.says('state', state('finished', 9000, [finished]));
    expect([race.delivery.result.kind, race.outcome, server.finishes.length]).toEqual(['saving', OUTCOME, 2]);
    await server.answers(OUTCOME);
    expect(race.delivery.result.kind).toBe('saved');
  });

  it('does not send an answered finish again', async () => {
    const { race, server } = await saved();
    server.reconnects();
    server.says('state', state('running', 9000, [finished]));
    expect([race.phase.kind, race.delivery.result.kind, server.finishes.length]).toEqual(['finished', 'saved', 1]);
  });

  it('in another browser shows the room’s result, without accuracy', async () => {
    const { race, server } = await entered();
    server.says('state', state('running', 9000, [finished]));
    expect([race.phase.kind, race.delivery.result.kind, race.outcome, race.accuracy]).toEqual([
      'finished',
      'saved',
      OUTCOME,
      null,
    ]);
  });

  it('before the countdown takes the seat again, because the room freed it', async () => {
    const play = vi.fn(async () => SEAT);
    const { server } = await entered(memoryStorage(), play);
    server.says('state', state('waiting', 20_000));
    server.reconnects();
    await settled();
    expect([play.mock.calls.length, server.sentNames()]).toEqual([2, ['join', 'join']]);
  });

  it('before the countdown goes home if another racer has taken the seat', async () => {
    const play = vi.fn(async () => SEAT);
    const { race, server } = await entered(memoryStorage(), play);
    const error = new ApiError(409, 'Full.', 'room-full');
    play.mockRejectedValueOnce(error);
    server.reconnects();
    await settled();
    expect([race.phase, server.isClosed]).toEqual([{ kind: 'refused', refusal: { kind: 'home', error } }, true]);
  });

  it('to a closed room keeps the results on the page', async () => {
    const { race, server } = await saved();
    server.reconnects();
    server.says('fault', { event: 'join', reason: 'There is no such room.', code: 'unknown-room' });
    expect([race.phase.kind, race.outcome]).toEqual(['finished', OUTCOME]);
  });

  it('after a reload continues from the typed keys', async () => {
    const storage = memoryStorage();
    const { race: before } = await started(storage);
    type(before, ['x', BACKSPACE, ...'one']);
    before.storeKeys();
    const { race, server } = await entered(storage);
    server.says('state', state('running', 9000, [lane('ana', { completed: 43 })]));
    expect([race.run?.cursor, race.run?.errors, race.isTyping]).toEqual([3, 1, true]);
  });

  it('sends no progress after the race is over, only a finish the room may have missed', async () => {
    const storage = memoryStorage();
    await typed(storage);
    const { server } = await entered(storage);
    server.sent = [];
    server.says('state', state('finished', 0, [lane('ana', { completed: 100 })]));
    expect(server.sentNames()).toEqual(['finish']);
  });

  it('after a reload of the results knows the keys, and sends the finish once more', async () => {
    const storage = memoryStorage();
    const { race: before, server: first } = await started(storage);
    type(before, ['x', BACKSPACE, ...'one two']);
    await first.answers(OUTCOME);
    const { race, server } = await entered(storage);
    server.says('state', state('finished', 0, [finished]));
    await server.answers(OUTCOME);
    expect([race.accuracy, race.outcome, race.delivery.result.kind]).toEqual([85.71, OUTCOME, 'saved']);
  });

  it.each(['running', 'finished'] as const)(
    'after a reload while the room is %s, a win is not celebrated again',
    async (phase) => {
      const storage = memoryStorage();
      const { race: before } = await saved(storage);
      expect(before.hasJustWon).toBe(true);
      const { race, server } = await entered(storage);
      server.says('state', state(phase, 9000, [finished, lane('bo')]));
      await server.answers(OUTCOME);
      expect([race.delivery.result.kind, race.roster.standings[0]?.username, race.hasJustWon]).toEqual([
        'saved',
        'ana',
        false,
      ]);
    },
  );

  it.each([
    ['internal', 'failed'],
    ['not-logged-in', 'session'],
  ] as const)('ends when the server closes the connection for good: %s', async (code, kind) => {
    const { race, server } = await started();
    server.breaks({ code, reason: '' });
    expect(race.phase).toEqual({ kind: 'refused', refusal: { kind, error: { code, reason: '' } } });
    expect(race.isSessionDoubtful).toBe(kind === 'session');
  });

  it('doubts the session if a finish cannot be delivered without a valid token', async () => {
    const { race, server } = await typed();
    server.breaks({ code: 'not-logged-in', reason: '' });
    expect([race.phase.kind, race.isSessionDoubtful]).toEqual(['finished', true]);
  });
});
