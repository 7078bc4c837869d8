import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/ApiError';
import { type Query, QueryCache } from './QueryCache';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A query in use, with the times of its attempts in milliseconds after the first. */
function use(fetch: () => Promise<string>, queries = new QueryCache()) {
  const began = Date.now();
  const attempts: number[] = [];
  const query = queries.get({
    key: ['answer'],
    fetch: () => {
      attempts.push(Date.now() - began);
      return fetch();
    },
  });
  return { queries, query, attempts, release: query.use() };
}

const shown = ({ data, error }: Query<string>) => [data, error?.message];

it('a query is retried three times, after one, two and four seconds', async () => {
  const { query, attempts } = use(() => Promise.reject(new ApiError(503, 'Busy.')));
  await vi.advanceTimersByTimeAsync(6999);
  expect(shown(query)).toEqual([undefined, undefined]);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(attempts).toEqual([0, 1000, 3000, 7000]);
  expect(shown(query)).toEqual([undefined, 'Busy.']);
});

it('a query that is no longer used is not retried', async () => {
  const { attempts, release } = use(() => Promise.reject(new ApiError(503, 'Busy.')));
  await vi.advanceTimersByTimeAsync(1000);
  release();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(attempts).toEqual([0, 1000]);
});

it('an error is removed with the last use', async () => {
  const { query, release } = use(() => Promise.reject(new ApiError(404, 'No.')));
  await vi.advanceTimersByTimeAsync(1);
  expect(shown(query)).toEqual([undefined, 'No.']);
  release();
  expect(shown(query)).toEqual([undefined, undefined]);
  await query.refetch();
  expect(shown(query)).toEqual([undefined, undefined]);
});

it.each([401, 403, 404, 409, 422])(
  'a query refused with %s is not tried again: the answer would be the same',
  async (status) => {
    const { query, attempts } = use(() => Promise.reject(new ApiError(status, 'No.')));
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(attempts).toEqual([0]);
    expect(shown(query)).toEqual([undefined, 'No.']);
  },
);

it('a query that is used twice is fetched once', async () => {
  const { query, attempts } = use(async () => 'yes');
  query.use();
  await vi.advanceTimersByTimeAsync(1);
  expect(attempts).toEqual([0]);
});

it('the last answer stays until the next one arrives, even after an error', async () => {
  const fetch = vi.fn(async () => 'old');
  const { query } = use(fetch);
  await vi.advanceTimersByTimeAsync(1);
  fetch.mockRejectedValueOnce(new ApiError(404, 'Gone.'));
  await query.refetch();
  expect(shown(query)).toEqual(['old', 'Gone.']);
  fetch.mockResolvedValueOnce('new');
  const refetched = query.refetch();
  expect(query.data).toBe('old');
  await refetched;
  expect(shown(query)).toEqual(['new', undefined]);
});

it('an answer fetched before a change does not count', async () => {
  let answerBefore = (_answer: string) => {};
  const fetch = vi.fn(async () => 'changed');
  fetch.mockReturnValueOnce(
    new Promise((resolve) => {
      answerBefore = resolve;
    }),
  );
  const { queries, query } = use(fetch);
  await queries.refetch('answer');
  answerBefore('unchanged');
  await vi.advanceTimersByTimeAsync(1);
  expect(query.data).toBe('changed');
});

it('an answer fetched before a change does not count if its query was unused', async () => {
  const { queries, query, release } = use(async () => 'unchanged');
  release();
  await queries.refetch('answer');
  expect(queries.get(query.options)).not.toBe(query);
});

it('a fetch from before a change is not retried', async () => {
  const fetch = vi.fn(async () => 'changed').mockRejectedValueOnce(new ApiError(503, 'Busy.'));
  const { queries, attempts } = use(fetch);
  await vi.advanceTimersByTimeAsync(500);
  await queries.refetch('answer');
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(attempts).toEqual([0, 500]);
});

it('only failed queries are repeated when the server is back', async () => {
  const queries = new QueryCache();
  const failed = use(() => Promise.reject(new ApiError(404, 'No.')), queries);
  const fetch = vi.fn(async () => 'yes');
  queries.get({ key: ['other'], fetch }).use();
  await vi.advanceTimersByTimeAsync(100);
  queries.retryFailed();
  expect(failed.attempts).toEqual([0, 100]);
  expect(fetch).toHaveBeenCalledOnce();
});

it('an answer that is no longer shown is kept for five minutes', async () => {
  const queries = new QueryCache();
  const options = { key: ['answer'], fetch: async () => 'yes' };
  const release = queries.get(options).use();
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  release();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
  expect(queries.get(options).data).toBe('yes');
  await vi.advanceTimersByTimeAsync(1);
  expect(queries.get(options).data).toBeUndefined();
});
