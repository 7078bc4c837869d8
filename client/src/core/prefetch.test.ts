import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/ApiError';
import { raceSeat } from '../race/queries';
import { Prefetch } from './prefetch';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request with numbered answers. */
function numbered() {
  const fetch = vi.fn(async () => fetch.mock.calls.length);
  return { prefetch: new Prefetch(), request: { key: 'text', fetch }, fetch };
}

it('a prefetched answer is used once; the next use fetches again', async () => {
  const { prefetch, request, fetch } = numbered();
  prefetch.start(request);
  expect(await prefetch.take(request)).toBe(1);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await prefetch.take(request)).toBe(2);
  expect(await prefetch.take(request)).toBe(3);
});

it('the use of a prefetch without an answer fetches again', async () => {
  const { prefetch, request, fetch } = numbered();
  fetch.mockRejectedValueOnce(new ApiError(0, 'Offline.'));
  prefetch.start(request);
  expect(await prefetch.take(request)).toBe(2);
});

it('a prefetched refusal is reported once, without another request', async () => {
  const { prefetch, request, fetch } = numbered();
  fetch.mockRejectedValueOnce(new ApiError(503, 'Busy.'));
  prefetch.start(request);
  await expect(prefetch.take(request)).rejects.toThrow('Busy.');
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await prefetch.take(request)).toBe(2);
});

it('without a prefetch, an error is reported at once and not retried', async () => {
  const { prefetch, request, fetch } = numbered();
  fetch.mockRejectedValueOnce(new ApiError(503, 'Busy.'));
  await expect(prefetch.take(request)).rejects.toThrow('Busy.');
  expect(fetch).toHaveBeenCalledTimes(1);
});

it.each([
  [7999, 1],
  [8001, 2],
])('a seat that was prefetched %d ms ago is requested %d times', async (ms, times) => {
  const { prefetch, fetch } = numbered();
  const seat = { ...raceSeat({ token: 'token' } as Parameters<typeof raceSeat>[0], 'k3f9wq2m'), fetch };
  prefetch.start(seat);
  vi.advanceTimersByTime(ms);
  expect(await prefetch.take(seat)).toBe(times);
});
