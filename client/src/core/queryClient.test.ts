import { MutationObserver, onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/ApiError';
import { ConnectionStore } from './ConnectionStore';
import { followConnection, makeQueryClient, prefetch, prefetched, refresh, take } from './queryClient';

const MINUTE_MS = 60_000;

/** Refuses a call. */
const refuse = (status: number) => () => Promise.reject(new ApiError(status, 'No.'));

/** A shown query, with the times of its attempts in milliseconds after the first. */
function show(fetch: () => Promise<string>, queries = makeQueryClient(), name = 'answer') {
  const began = Date.now();
  const attempts: number[] = [];
  const query = new QueryObserver(queries, {
    queryKey: [name],
    queryFn: () => {
      attempts.push(Date.now() - began);
      return fetch();
    },
  });
  const hide = query.subscribe(() => {});
  const shown = () => [query.getCurrentResult().data, query.getCurrentResult().error?.message];
  return { queries, attempts, hide, shown };
}

/** A connection to a server that answers once `isThere` is true. */
function connectionOf(queries: QueryClient) {
  const server = { isThere: false };
  const connection = new ConnectionStore(() =>
    server.isThere ? Promise.resolve() : Promise.reject(new Error('away')),
  );
  followConnection(queries, connection);
  return { server, connection };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

it('a query is sent again three times, after one, two and four seconds', async () => {
  const { attempts, shown } = show(refuse(503));
  await vi.advanceTimersByTimeAsync(6999);
  expect(shown()).toEqual([undefined, undefined]);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(attempts).toEqual([0, 1000, 3000, 7000]);
  expect(shown()).toEqual([undefined, 'No.']);
});

it('the delays double, up to half a minute', () => {
  const { retryDelay } = makeQueryClient().getDefaultOptions().queries ?? {};
  if (typeof retryDelay !== 'function') throw new Error('the delay is computed');
  const delays = [0, 1, 2, 3, 4, 5, 9].map((nRetries) => retryDelay(nRetries, new Error('away')));
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

it.each([401, 403, 404, 409, 422])(
  'a query refused with %s is not sent again: the answer would be the same',
  async (status) => {
    const { attempts, shown } = show(refuse(status));
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(attempts).toEqual([0]);
    expect(shown()).toEqual([undefined, 'No.']);
  },
);

it('a query that is no longer shown is not sent again', async () => {
  const { attempts, hide } = show(refuse(503));
  await vi.advanceTimersByTimeAsync(500);
  hide();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(attempts).toEqual([0]);
});

it('a mutation is sent once, and forgotten with the screen that sent it', async () => {
  const queries = makeQueryClient();
  const mutationFn = vi.fn(refuse(503));
  const mutation = new MutationObserver(queries, { mutationFn });
  const hide = mutation.subscribe(() => {});
  await expect(mutation.mutate()).rejects.toThrow('No.');
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(mutationFn).toHaveBeenCalledOnce();
  hide();
  await vi.advanceTimersByTimeAsync(1000);
  expect(queries.getMutationCache().getAll()).toEqual([]);
});

it('an answer that is no longer shown is kept for five minutes', async () => {
  const { queries, hide } = show(async () => 'yes');
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  hide();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
  expect(queries.getQueryData(['answer'])).toBe('yes');
  await vi.advanceTimersByTimeAsync(1);
  expect(queries.getQueryData(['answer'])).toBeUndefined();
});

it('while the server is away, a query is sent once, and again when the server is back', async () => {
  const queries = makeQueryClient();
  const { server, connection } = connectionOf(queries);
  const { attempts, shown } = show(async () => {
    if (server.isThere) return 'yes';
    connection.markLost();
    throw new ApiError(0, 'Away.');
  }, queries);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect([attempts, shown()]).toEqual([[0], [undefined, undefined]]);
  server.isThere = true;
  await connection.retry();
  await vi.advanceTimersByTimeAsync(1);
  expect([attempts.length, shown()]).toEqual([2, ['yes', undefined]]);
});

it('while the server is away, a mutation fails at once, and is not sent later', async () => {
  const queries = makeQueryClient();
  const { server, connection } = connectionOf(queries);
  connection.markLost();
  const mutationFn = vi.fn(refuse(0));
  const mutation = new MutationObserver(queries, { mutationFn });
  await expect(mutation.mutate()).rejects.toThrow('No.');
  server.isThere = true;
  await connection.retry();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(mutationFn).toHaveBeenCalledOnce();
});

it('when the server is back, shown answers are fetched again, also those that were refused', async () => {
  const queries = makeQueryClient();
  const { server, connection } = connectionOf(queries);
  const fresh = show(async () => 'yes', queries, 'fresh');
  const refused = show(refuse(404), queries, 'refused');
  await vi.advanceTimersByTimeAsync(1);
  connection.markLost();
  server.isThere = true;
  await connection.retry();
  await vi.advanceTimersByTimeAsync(1);
  expect([fresh.attempts.length, refused.attempts.length]).toEqual([2, 2]);
});

it.each([true, false])(
  'an answer fetched before a change does not count, with an earlier answer: %s',
  async (hasData) => {
    const fetch = vi.fn(async () => 'changed');
    const { queries, shown } = show(fetch);
    if (hasData) queries.setQueryData(['answer'], 'old');
    await queries.cancelQueries({ queryKey: ['answer'] });
    let answerBefore = (_answer: string) => {};
    fetch.mockReturnValueOnce(
      new Promise((resolve) => {
        answerBefore = resolve;
      }),
    );
    void queries.refetchQueries({ queryKey: ['answer'] });
    await refresh(queries, ['answer']);
    expect(shown()).toEqual(['changed', undefined]);
    answerBefore('unchanged');
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toEqual(['changed', undefined]);
  },
);

it('after a change, an answer that is not shown is dropped', async () => {
  const { queries, hide } = show(async () => 'unchanged');
  await vi.advanceTimersByTimeAsync(1);
  hide();
  await refresh(queries, ['answer']);
  expect(queries.getQueryData(['answer'])).toBeUndefined();
});

/** A query with numbered answers. */
function numbered() {
  const queryFn = vi.fn(async () => queryFn.mock.calls.length);
  const text = { queryKey: ['text'], queryFn, staleTime: Number.POSITIVE_INFINITY };
  return { queries: makeQueryClient(), text, queryFn };
}

it('a prefetched answer is used once; the next use fetches again', async () => {
  const { queries, text, queryFn } = numbered();
  void prefetch(queries, text);
  expect(await take(queries, text)).toBe(1);
  expect(queryFn).toHaveBeenCalledTimes(1);
  expect(await take(queries, text)).toBe(2);
  expect(await take(queries, text)).toBe(3);
});

it('a prefetched answer is there at once until it is used or stale', async () => {
  const { queries, text } = numbered();
  const seat = { ...text, queryKey: ['seat'], staleTime: MINUTE_MS };
  expect(prefetched(queries, text)).toBeUndefined();
  await Promise.all([prefetch(queries, text), prefetch(queries, seat)]);
  expect([prefetched(queries, text), prefetched(queries, seat)]).toEqual([1, 2]);
  await take(queries, text);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect([prefetched(queries, text), prefetched(queries, seat)]).toEqual([undefined, undefined]);
});

it('the use of a prefetch without an answer fetches again', async () => {
  const { queries, text, queryFn } = numbered();
  queryFn.mockRejectedValueOnce(new ApiError(404, 'No.'));
  await prefetch(queries, text);
  expect(await take(queries, text)).toBe(2);
});
