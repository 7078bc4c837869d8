import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiClient } from '../net/ApiClient';
import { practiceTextQuery } from '../practice/queries';
import { en } from '../strings/en';
import { consumePrefetched, prefetch } from './prefetch';

/** An api with another text every time, and how often it was asked. */
function texts(answers: (() => Response | Promise<Response>)[] = []) {
  const send = vi.fn(async () => {
    const answer = answers.shift();
    return answer ? answer() : Response.json({ text: `text ${send.mock.calls.length}`, author: 'Nobody' });
  });
  const query = practiceTextQuery(
    new ApiClient(
      () => en.errors,
      () => null,
      vi.fn(),
      send as typeof fetch,
    ),
  );
  return { queries: new QueryClient(), query, send };
}

it('a prefetched text is used once, and the next one is fetched anew', async () => {
  const { queries, query, send } = texts();
  prefetch(queries, query);
  expect((await consumePrefetched(queries, query)).text).toBe('text 1');
  expect(send).toHaveBeenCalledTimes(1);
  expect((await consumePrefetched(queries, query)).text).toBe('text 2');
  expect((await consumePrefetched(queries, query)).text).toBe('text 3');
});

it('when a prefetch got no answer, its use fetches again', async () => {
  const { queries, query } = texts([() => Promise.reject(new TypeError('offline'))]);
  prefetch(queries, query);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect((await consumePrefetched(queries, query)).text).toBe('text 2');
});

it('a prefetched refusal is reported once, without another request', async () => {
  const { queries, query, send } = texts([() => new Response('The server is busy.', { status: 503 })]);
  prefetch(queries, query);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  await expect(consumePrefetched(queries, query)).rejects.toThrow('The server is busy.');
  expect(send).toHaveBeenCalledTimes(1);
  expect((await consumePrefetched(queries, query)).text).toBe('text 2');
});

it('without a text there is an error at once, and no retry', async () => {
  const { queries, query, send } = texts([() => new Response('The server is busy.', { status: 503 })]);
  await expect(consumePrefetched(queries, query)).rejects.toThrow('The server is busy.');
  expect(send).toHaveBeenCalledTimes(1);
});
