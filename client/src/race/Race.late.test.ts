import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/ApiError';
import { memoryStorage } from '../platform/storage';
import { CODE, entered, lane, OUTCOME, SEAT, saved, state, typed } from './testing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a finish waits on the device until the room has acknowledged it', async () => {
  const { server, finishes } = await typed();
  expect(finishes.kept).toEqual([{ code: CODE, receipt: SEAT.receipt, log: expect.any(String) }]);
  await server.answers(OUTCOME);
  expect(finishes.kept).toEqual([]);
});

it('a finish waits on the device while the connection is lost, and after leaving the page', async () => {
  const { race, server, finishes } = await typed();
  server.breaks();
  race.leave();
  expect([finishes.kept.length, finishes.released]).toEqual([1, []]);
});

it.each(['race-over', 'room-closed', 'no-seat'] as const)('is delivered late if the room is gone: %s', async (code) => {
  const { server, finishes } = await typed();
  await server.answers({ reason: 'No.', code });
  expect([finishes.kept.length, finishes.released]).toEqual([1, [CODE]]);
});

it('is delivered late if the room is unknown when its racer comes back', async () => {
  const storage = memoryStorage();
  const { finishes } = await typed(storage);
  const gone = async () => Promise.reject(new ApiError(404, 'There is no such room.', 'unknown-room'));
  const { finishes: next } = await entered(storage, gone);
  expect([finishes.released, next.released]).toEqual([[], [CODE]]);
});

it.each(['too-fast', 'wrong-keys'] as const)('is forgotten if the room has judged it: %s', async (code) => {
  const { server, finishes } = await typed();
  await server.answers({ reason: 'No.', code });
  expect([finishes.kept, finishes.released]).toEqual([[], []]);
});

it.each(['internal', 'not-logged-in'] as const)('is kept if another connection may deliver it: %s', async (code) => {
  const { server, finishes } = await typed();
  server.breaks({ code, reason: '' });
  expect([finishes.kept.length, finishes.released]).toEqual([1, []]);
});

it('is forgotten if the room knows the result when its racer comes back', async () => {
  const { finishes } = await saved();
  expect(finishes.kept).toEqual([]);
  const { server, finishes: elsewhere } = await entered();
  elsewhere.keep({ code: CODE, receipt: SEAT.receipt, log: '' });
  server.says('state', state('running', 9000, [lane('ana', { completed: 100, finish: OUTCOME })]));
  expect(elsewhere.kept).toEqual([]);
});
