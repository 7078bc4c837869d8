import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/ApiError';
import { makeQueryClient } from './queryClient';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

/** The times of the attempts of a query that fails with `error`, in milliseconds after the first. */
async function attempts(error: Error): Promise<number[]> {
  const began = Date.now();
  const made: number[] = [];
  const queryFn = () => {
    made.push(Date.now() - began);
    return Promise.reject(error);
  };
  const query = new QueryObserver(makeQueryClient(), { queryKey: ['away'], queryFn });
  const stop = query.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(query.getCurrentResult().error).toBe(error);
  stop();
  return made;
}

it('a query is retried three times, after one, two and four seconds', async () => {
  expect(await attempts(new ApiError(503, 'Busy.'))).toEqual([0, 1000, 3000, 7000]);
});

it.each([401, 403, 404, 409, 422])(
  'a query refused with %s is not tried again: the answer would be the same',
  async (status) => {
    expect(await attempts(new ApiError(status, 'No.'))).toEqual([0]);
  },
);

it('the wait between two tries doubles, up to half a minute', () => {
  const { retryDelay } = makeQueryClient().getDefaultOptions().queries ?? {};
  if (typeof retryDelay !== 'function') throw new Error('the delay is computed');
  const delays = [0, 1, 2, 3, 4, 5, 9].map((failures) => retryDelay(failures, new Error('away')));
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

it('a mutation is sent once', async () => {
  const queries = makeQueryClient();
  const send = vi.fn(() => Promise.reject(new ApiError(503, 'Busy.')));
  const mutation = queries.getMutationCache().build(queries, queries.defaultMutationOptions({ mutationFn: send }));
  const outcome = expect(mutation.execute(undefined)).rejects.toThrow('Busy.');
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  await outcome;
  expect(send).toHaveBeenCalledOnce();
});

it('a query without a network fails at once, and is not repeated when there is one', async () => {
  onlineManager.setOnline(false);
  const queries = makeQueryClient();
  queries.mount();
  const send = vi.fn(() => Promise.reject(new ApiError(0, 'Away.')));
  const mutation = queries.getMutationCache().build(queries, queries.defaultMutationOptions({ mutationFn: send }));
  await expect(mutation.execute(undefined)).rejects.toThrow('Away.');
  expect(await attempts(new ApiError(0, 'Away.'))).toEqual([0, 1000, 3000, 7000]);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(send).toHaveBeenCalledOnce();
  queries.unmount();
});

it('queries on the page are repeated when the network is back', async () => {
  const queries = makeQueryClient();
  queries.mount();
  const queryFn = vi.fn(async () => 'yes');
  const stopShowing = new QueryObserver(queries, { queryKey: ['answer'], queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(queryFn).toHaveBeenCalledTimes(2);
  stopShowing();
  queries.unmount();
});

it('an answer that is no longer shown is kept for five minutes', async () => {
  const queries = makeQueryClient();
  const queryKey = ['answer'];
  const stopShowing = new QueryObserver(queries, { queryKey, queryFn: async () => 'yes' }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(queries.getQueryData(queryKey)).toBe('yes');
  stopShowing();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
  expect(queries.getQueryData(queryKey)).toBe('yes');
  await vi.advanceTimersByTimeAsync(1);
  expect(queries.getQueryData(queryKey)).toBeUndefined();
});
