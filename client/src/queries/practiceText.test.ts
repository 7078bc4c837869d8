import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiClient } from '../net/ApiClient';
import { en } from '../strings/en';
import { askForText, takeText } from './practiceText';

/** An api with another text every time, and how often it was asked. */
function texts(answers: (() => Response)[] = []) {
  const send = vi.fn(async () => {
    const answer = answers.shift();
    return answer ? answer() : Response.json({ text: `text ${send.mock.calls.length}`, author: 'Nobody' });
  });
  return { queries: new QueryClient(), api: new ApiClient(() => en.errors, send as typeof fetch), send };
}

it('a text that was asked for ahead is taken once, and the next one is new', async () => {
  const { queries, api, send } = texts();
  askForText(queries, api);
  expect((await takeText(queries, api)).text).toBe('text 1');
  expect(send).toHaveBeenCalledTimes(1);
  expect((await takeText(queries, api)).text).toBe('text 2');
  expect((await takeText(queries, api)).text).toBe('text 3');
});

it('where the text asked for ahead did not come, who takes one asks again', async () => {
  const { queries, api } = texts([() => new Response('The server is busy.', { status: 503 })]);
  askForText(queries, api);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect((await takeText(queries, api)).text).toBe('text 2');
});

it('without a text there is an error at once, and no other try', async () => {
  const { queries, api, send } = texts([() => new Response('The server is busy.', { status: 503 })]);
  await expect(takeText(queries, api)).rejects.toThrow('The server is busy.');
  expect(send).toHaveBeenCalledTimes(1);
});
