import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConnectionStore } from './ConnectionStore';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function away(answers: boolean[]) {
  const ask = vi.fn(() => (answers.shift() ? Promise.resolve() : Promise.reject(new Error('away'))));
  const connection = new ConnectionStore(ask);
  connection.markLost();
  return { connection, ask };
}

it('is checked again after growing pauses, until the server is back', async () => {
  const { connection, ask } = away([false, false, true]);
  expect(connection.isLost).toBe(true);
  for (const [wait, asked] of [
    [1999, 0],
    [1, 1],
    [3999, 1],
    [1, 2],
    [8000, 3],
  ] as const) {
    await vi.advanceTimersByTimeAsync(wait);
    expect(ask).toHaveBeenCalledTimes(asked);
  }
  expect(connection.isLost).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('never waits longer than half a minute', async () => {
  const { ask } = away([]);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(ask.mock.calls.length).toBeGreaterThan(20);
});

it('is checked at once when a visitor asks for it', async () => {
  const { connection } = away([true]);
  await connection.retry();
  expect(connection.isLost).toBe(false);
});

it('is back once any request is answered', () => {
  const { connection } = away([]);
  connection.markReachable();
  expect(connection.isLost).toBe(false);
});

it('is lost when a check gets no answer', async () => {
  const answers = [true, false];
  const ask = () => (answers.shift() ? Promise.resolve() : Promise.reject(new Error('away')));
  const connection = new ConnectionStore(ask);
  expect([await connection.check(), connection.isLost]).toEqual([true, false]);
  expect([await connection.check(), connection.isLost]).toEqual([false, true]);
});

it('is awaited only while it is lost', async () => {
  const { connection } = away([]);
  const waited = vi.fn();
  void connection.whenReachable().then(waited);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(waited).not.toHaveBeenCalled();
  connection.markReachable();
  await vi.advanceTimersByTimeAsync(0);
  expect(waited).toHaveBeenCalledOnce();
  await connection.whenReachable();
});
