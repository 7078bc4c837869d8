import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RootStore } from '../core/RootStore';
import { ApiClient } from '../net/ApiClient';
import { browserStorage, type KeyValueStorage, memoryStorage } from '../platform/storage';
import { siteText } from './siteText';

/** Requests for texts, which the server answers with `answer`, and what they asked for. */
function textsFor(token: string | null, storage: KeyValueStorage, answer: object = {}) {
  const asked: { query: URLSearchParams; authorization: string | undefined }[] = [];
  const send = async (path: unknown, init?: RequestInit) => {
    const { Authorization } = (init?.headers ?? {}) as Record<string, string>;
    asked.push({ query: new URL(String(path), 'http://here').searchParams, authorization: Authorization });
    return Response.json({ id: asked.length, author: 'A', text: 'A text.', language: 'en', ...answer });
  };
  const api = new ApiClient(
    () => token,
    () => {},
    send,
  );
  const root = { services: { api, storage }, settings: { textLanguage: 'en' } } as unknown as RootStore;
  return { asked, next: (search = '', not?: number) => siteText(root, search, not).queryFn() };
}

// A browser whose service worker keeps nothing yet.
beforeEach(() => void vi.stubGlobal('navigator', {}));
afterEach(() => void vi.unstubAllGlobals());

it('a guest sends what came with the text before, also after a reload', async () => {
  const storage = memoryStorage();
  const before = textsFor(null, storage, { bag: 'first' });
  expect(await before.next()).not.toHaveProperty('bag');
  const reloaded = textsFor(null, storage, { bag: 'second' });
  await reloaded.next('?length=short', 1);
  await reloaded.next();
  expect(before.asked.map(({ query }) => query.get('bag'))).toEqual(['']);
  expect(reloaded.asked.map(({ query }) => query.get('bag'))).toEqual(['first', 'second']);
  expect(`${reloaded.asked[0]?.query}`).toBe('language=en&length=short&bag=first&not=1');
});

it('with a full storage, a guest keeps the bag as long as the page', async () => {
  const full = browserStorage(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  const { next, asked } = textsFor(null, full, { bag: 'second' });
  await next();
  expect(await next()).toHaveProperty('text', 'A text.');
  expect(asked.map(({ query }) => query.get('bag'))).toEqual(['', 'second']);
});

it('an answer without a bag, as of an older server, changes nothing', async () => {
  const storage = memoryStorage({ textBag: 'kept' });
  await textsFor(null, storage).next();
  expect(storage.get('textBag')).toBe('kept');
});

it('an answer without a text, as of the portal of a network, is an error', async () => {
  const { next } = textsFor(null, memoryStorage(), { text: undefined, status: 'blocked' });
  await expect(next()).rejects.toMatchObject({ code: 'unreadable' });
});

it('the token of a user is in a header, not in the address', async () => {
  const { next, asked } = textsFor('secret', memoryStorage({ textBag: 'of a guest' }));
  await next('?category=code');
  expect(asked[0]?.authorization).toBe('Bearer secret');
  expect(`${asked[0]?.query}`).toBe('language=en&category=code');
});
