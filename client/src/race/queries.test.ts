import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient, prefetch, take } from '../core/queryClient';
import { ApiError } from '../net/ApiError';
import { raceSeat } from './queries';

/** The query of a seat, for which the api answers with `play`. */
function seatFrom(play: () => Promise<unknown>) {
  const postAsUser = vi.fn(play);
  const api = { token: 'token', postAsUser } as unknown as Parameters<typeof raceSeat>[0];
  return { seat: raceSeat(api, 'k3f9wq2m'), postAsUser };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  [7999, 1],
  [8001, 2],
])('a seat that was prefetched %d ms ago is requested %d times', async (ms, times) => {
  const { seat, postAsUser } = seatFrom(async () => ({}));
  const queries = makeQueryClient();
  prefetch(queries, seat);
  await vi.advanceTimersByTimeAsync(ms);
  await take(queries, seat);
  expect(postAsUser).toHaveBeenCalledTimes(times);
});

it('a refused seat is not requested again: the racer sees why', async () => {
  const { seat, postAsUser } = seatFrom(() => Promise.reject(new ApiError(503, 'Busy.')));
  await expect(take(makeQueryClient(), seat)).rejects.toThrow('Busy.');
  expect(postAsUser).toHaveBeenCalledTimes(1);
});
