import { expect, it, vi } from 'vitest';
import { ApiClient } from '../net/ApiClient';
import { practiceText } from '../practice/queries';
import { en } from '../strings/en';
import { consumePrefetched, prefetch } from './prefetch';

/** An api with another text every time, and how often it was asked. */
function texts(answers: (() => Response | Promise<Response>)[] = []) {
  const send = vi.fn(async () => {
    const answer = answers.shift();
    return answer ? answer() : Response.json({ text: `text ${send.mock.calls.length}`, author: 'Nobody' });
  });
  const text = practiceText(
    new ApiClient(
      () => en.errors,
      () => null,
      vi.fn(),
      send as typeof fetch,
    ),
  );
  return { text, send };
}

it('a prefetched text is used once, and the next one is fetched anew', async () => {
  const { text, send } = texts();
  prefetch(text);
  expect((await consumePrefetched(text)).text).toBe('text 1');
  expect(send).toHaveBeenCalledTimes(1);
  expect((await consumePrefetched(text)).text).toBe('text 2');
  expect((await consumePrefetched(text)).text).toBe('text 3');
});

it('when a prefetch got no answer, its use fetches again', async () => {
  const { text } = texts([() => Promise.reject(new TypeError('offline'))]);
  prefetch(text);
  expect((await consumePrefetched(text)).text).toBe('text 2');
});

it('a prefetched refusal is reported once, without another request', async () => {
  const { text, send } = texts([() => new Response('The server is busy.', { status: 503 })]);
  prefetch(text);
  await expect(consumePrefetched(text)).rejects.toThrow('The server is busy.');
  expect(send).toHaveBeenCalledTimes(1);
  expect((await consumePrefetched(text)).text).toBe('text 2');
});

it('without a text there is an error at once, and no retry', async () => {
  const { text, send } = texts([() => new Response('The server is busy.', { status: 503 })]);
  await expect(consumePrefetched(text)).rejects.toThrow('The server is busy.');
  expect(send).toHaveBeenCalledTimes(1);
});
