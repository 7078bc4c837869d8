import { describe, expect, it, vi } from 'vitest';
import { ApiClient } from './ApiClient';
import { ApiError } from './ApiError';

const LOGIN = { email: 'ana@example.org', password: 'secret' };
const TAKEN = { 'colibri-error': 'taken; field=username' };

/** A client whose every request gets `response`, and the requests that it sent. */
function answering(response: () => Response | Promise<Response>) {
  const asked: { path: string; init: RequestInit | undefined }[] = [];
  const onTokenRefused = vi.fn();
  const api = new ApiClient(
    () => 't',
    onTokenRefused,
    async (path, init) => {
      asked.push({ path: String(path), init });
      return response();
    },
  );
  return { api, asked, onTokenRefused };
}

describe('a call', () => {
  it('is a POST with a JSON body', async () => {
    const { api, asked } = answering(() => Response.json({ token: 't' }));
    expect(await api.post('/api/login', LOGIN)).toEqual({ token: 't' });
    expect(asked).toMatchObject([{ path: '/api/login', init: { method: 'POST', body: JSON.stringify(LOGIN) } }]);
  });

  it('of a user contains their token', async () => {
    const { api, asked } = answering(() => Response.json({}));
    await api.postAsUser('/api/play', { code: 'k3f9wq2m' });
    expect(asked).toMatchObject([{ init: { body: '{"token":"t","code":"k3f9wq2m"}' } }]);
  });

  it('for a text is a GET without a time limit', async () => {
    const { api, asked } = answering(() => Response.json({ text: 'ab', author: 'A' }));
    await api.get('/api/gettext');
    expect(asked).toEqual([{ path: '/api/gettext', init: { cache: 'no-store' } }]);
  });

  it('for a file returns it', async () => {
    const { api } = answering(() => new Response('PK', { headers: { 'content-type': 'application/zip' } }));
    const file = await api.postAsUser('/api/account/data', {});
    expect(await file.text()).toBe('PK');
  });

  it.each<[string, () => Response | Promise<Response>, Partial<ApiError>]>([
    [
      'fails with its code and values',
      () => new Response('username: this username is taken.', { status: 409, headers: TAKEN }),
      { status: 409, code: 'taken', values: { field: 'username' }, reason: 'username: this username is taken.' },
    ],
    [
      'fails with the code and the sentence of each refused field',
      () =>
        new Response('email: is missing.\ntext: is short.', {
          status: 422,
          headers: { 'colibri-error': 'missing; field=email, length; field=text; least=1; most=20' },
        }),
      {
        code: 'missing',
        values: { field: 'email' },
        reason: 'email: is missing.',
        others: [{ code: 'length', values: { field: 'text', least: '1', most: '20' }, reason: 'text: is short.' }],
      },
    ],
    [
      'fails with a sentence, not with the JSON of a refused seat',
      () =>
        Response.json({ reason: 'full', username: 'ana' }, { status: 409, headers: { 'colibri-error': 'room-full' } }),
      { status: 409, code: 'room-full', reason: 'The server returned an error (409).' },
    ],
    [
      'fails with the sentence of whoever answers without a code',
      () => new Response('Bad gateway\n', { status: 502 }),
      { status: 502, code: undefined, reason: 'Bad gateway' },
    ],
    [
      'fails with the status when there is no sentence',
      () => new Response('', { status: 502 }),
      { status: 502, code: 'status', values: { status: '502' } },
    ],
    [
      'fails when the server is not reached',
      () => Promise.reject(new TypeError('offline')),
      { status: 0, code: 'unreachable' },
    ],
    ['fails when the answer is no JSON', () => new Response('<html>'), { code: 'unreadable' }],
  ])('%s', async (_, response, error) => {
    const failure = answering(response).api.post('/api/login', LOGIN);
    await expect(failure).rejects.toBeInstanceOf(ApiError);
    await expect(failure).rejects.toMatchObject(error);
  });

  it.each([
    ['401 to a token', 401, (api: ApiClient) => api.postAsUser('/api/admin', {}), 1],
    ['401 to a password', 401, (api: ApiClient) => api.post('/api/login', LOGIN), 0],
    ['403', 403, (api: ApiClient) => api.postAsUser('/api/admin', {}), 0],
  ])('answered with %s reports a refused token or not', async (_, status, call, times) => {
    const { api, onTokenRefused } = answering(() => new Response('No.', { status }));
    await expect(call(api)).rejects.toBeInstanceOf(ApiError);
    expect(onTokenRefused).toHaveBeenCalledTimes(times);
  });
});
