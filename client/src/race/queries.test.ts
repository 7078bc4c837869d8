import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { consumePrefetched, prefetch } from '../app/prefetch';
import { ApiClient } from '../net/ApiClient';
import { en } from '../strings/en';
import { raceSeat } from './queries';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A room that gives everybody a seat, and counts the requests. */
function room() {
  const send = vi.fn(async () => Response.json({ username: 'ana', participants: [], text: { text: '', author: '' } }));
  const seat = raceSeat(
    new ApiClient(
      () => en.errors,
      () => 'token',
      vi.fn(),
      send as typeof fetch,
    ),
    'k3f9wq2m',
  );
  return { seat, send };
}

it.each([
  [7999, 1],
  [8001, 2],
])('a seat that was prefetched %d ms ago is requested %d times', async (ms, times) => {
  const { seat, send } = room();
  prefetch(seat);
  await vi.advanceTimersByTimeAsync(ms);
  expect((await consumePrefetched(seat)).username).toBe('ana');
  expect(send).toHaveBeenCalledTimes(times);
});
