import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiClient } from '../net/ApiClient';
import { memoryStorage } from '../platform/storage';
import { makeQueryClient } from './queryClient';
import { SettingsStore } from './SettingsStore';
import { SettingsSync } from './SettingsSync';

type Values = Record<string, unknown>;

/** The account's settings on the server, and what it was sent. Fails with the statuses in turn, without a code. */
function serverOf(settings: Values) {
  const statuses: number[] = [];
  /** The names that the server does not take, with its errors for them. */
  const errors: Record<string, string> = {};
  const sent: Values[] = [];
  const fetch = async (path: unknown, init?: RequestInit) => {
    const status = statuses.shift() ?? 200;
    if (status !== 200) return new Response('No.', { status });
    if (path === '/api/settings') return Response.json({ settings });
    const changed = JSON.parse(String(init?.body)).settings;
    const refused = Object.keys(errors).filter((name) => name in changed);
    const headers = { 'Colibri-Error': refused.map((name) => errors[name]).join(', ') };
    if (refused.length > 0) return new Response('No.', { status: 422, headers });
    sent.push(changed);
    Object.assign(settings, changed);
    return Response.json({ status: 'ok' });
  };
  return { settings, statuses, errors, sent, fetch: fetch as typeof globalThis.fetch };
}

const tokenOf = (account: string) => `head.${btoa(JSON.stringify({ sub: account }))}.signature`;

/** A device of a user, or of a guest without an account; `session` may change. */
function device(server: ReturnType<typeof serverOf>, user: string | null = '1', storage = memoryStorage()) {
  const session = { user };
  const api = new ApiClient(
    () => (session.user === null ? null : tokenOf(session.user)),
    () => {},
    server.fetch,
  );
  const settings = new SettingsStore(storage, false);
  return { settings, storage, session, account: new SettingsSync(api, makeQueryClient(), settings, storage) };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Waits until choices have been sent. */
const sending = () => vi.advanceTimersByTimeAsync(1000);

it('a login brings the settings of the account', async () => {
  const server = serverOf({ theme: 'dark', caret: 'block' });
  const { settings, account } = device(server);
  await account.sync();
  expect(settings.values).toMatchObject({ theme: 'dark', caret: 'block' });
  expect([server.sent, account.isInSync]).toEqual([[], true]);
});

it('only what changed is sent, and the last value of a slider', async () => {
  const server = serverOf({ theme: 'dark' });
  const { settings, account } = device(server);
  await account.sync();
  for (const volume of [65, 60, 55]) settings.set('volume', volume);
  expect(account.isInSync).toBe(false);
  await sending();
  expect([server.sent, account.isInSync]).toEqual([[{ volume: 55 }], true]);
});

it('of two devices, the last choice of each setting wins', async () => {
  const server = serverOf({});
  const [desk, lap] = [device(server), device(server)];
  desk.settings.set('caret', 'block');
  lap.settings.set('glide', false);
  await sending();
  lap.settings.set('caret', 'off');
  await sending();
  await desk.account.sync();
  expect(desk.settings.values).toMatchObject({ caret: 'off', glide: false });
});

it('a choice made while the server is away wins over that of the account, even after a reload', async () => {
  const server = serverOf({ caret: 'block', volume: 20 });
  const { settings, storage, account } = device(server);
  await account.sync();
  server.statuses.push(503);
  settings.set('caret', 'underline');
  await sending();
  expect(server.sent).toEqual([]);
  const reloaded = device(server, '1', storage);
  await reloaded.account.sync();
  expect(reloaded.settings.values).toMatchObject({ caret: 'underline', volume: 20 });
  expect([server.sent, reloaded.account.isInSync]).toEqual([[{ caret: 'underline' }], true]);
});

it('a choice that could not be sent is sent again', async () => {
  const server = serverOf({ theme: 'dark' });
  const { settings, account } = device(server);
  await account.sync();
  server.statuses.push(503);
  settings.set('caret', 'off');
  await sending();
  expect([server.sent, account.isInSync]).toEqual([[], false]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.sent).toEqual([{ caret: 'off' }]);
});

it('a choice during the call that brings the settings is not taken back by its answer', async () => {
  const server = serverOf({ caret: 'block' });
  const { settings, account } = device(server);
  const synced = account.sync();
  settings.set('caret', 'off');
  await synced;
  await sending();
  expect([settings.values.caret, server.settings.caret]).toEqual(['off', 'off']);
});

it('settings that cannot be fetched leave those of the device', async () => {
  const server = serverOf({ theme: 'dark' });
  server.statuses.push(500, 500, 500, 500);
  const { settings, account } = device(server);
  settings.adopt({ caret: 'block' });
  const synced = account.sync();
  await vi.advanceTimersByTimeAsync(20_000);
  await synced;
  expect(settings.values).toMatchObject({ theme: 'system', caret: 'block' });
  expect(account.isInSync).toBe(false);
});

it('settings that could not be fetched are fetched again, and before a choice is sent', async () => {
  const server = serverOf({ theme: 'dark' });
  server.statuses.push(404);
  const { settings, account } = device(server);
  await account.sync();
  expect(account.isInSync).toBe(false);
  server.statuses.push(404);
  settings.set('volume', 5);
  await sending();
  expect([server.sent, settings.values.theme, account.isInSync]).toEqual([[], 'system', false]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([server.sent, settings.values.theme, account.isInSync]).toEqual([[{ volume: 5 }], 'dark', true]);
});

it('the settings are in sync with no other account than the one that has them', async () => {
  const server = serverOf({ theme: 'dark' });
  const { session, account } = device(server);
  await account.sync();
  session.user = '2';
  expect(account.isInSync).toBe(false);
  server.statuses.push(404);
  await account.sync();
  expect(account.isInSync).toBe(false);
});

it('a call of one account changes nothing once the session is of another', async () => {
  const server = serverOf({ theme: 'dark' });
  const { settings, session, account } = device(server);
  const fetching = account.sync();
  await Promise.resolve();
  session.user = '2';
  await fetching;
  expect(settings.values.theme).toBe('system');
  expect(account.isInSync).toBe(false);
});

it('an answer to a choice leaves the unsent choices of the next account', async () => {
  const server = serverOf({ theme: 'dark' });
  const { settings, storage, session, account } = device(server);
  await account.sync();
  settings.set('caret', 'off');
  vi.advanceTimersByTime(800);
  await Promise.resolve();
  session.user = '2';
  settings.set('volume', 5);
  await account.sync();
  expect(server.sent).toEqual([{ caret: 'off' }, { volume: 5 }]);
  expect([storage.get('unsentSettings'), server.settings.volume]).toEqual([null, 5]);
});

it('what this version does not know stays on the account, and is not sent', async () => {
  const server = serverOf({ caret: 'wave', keys: 'loud' });
  const { settings, account } = device(server);
  await account.sync();
  settings.set('volume', 5);
  await sending();
  expect(settings.values.caret).toBe('bar');
  expect([server.sent, server.settings]).toEqual([[{ volume: 5 }], { caret: 'wave', keys: 'loud', volume: 5 }]);
});

it('only the settings that the server refuses are not sent again, and stay on the device', async () => {
  const server = serverOf({ theme: 'dark' });
  const { settings, storage, account } = device(server);
  await account.sync();
  server.errors.caret = 'unknown-setting; field=settings; name=caret';
  server.errors.volume = 'invalid-setting; field=volume';
  settings.choose({ caret: 'off', glide: false, volume: 5 });
  await sending();
  expect([server.sent, settings.values.caret, settings.values.volume]).toEqual([[{ glide: false }], 'off', 5]);
  expect([storage.get('unsentSettings'), account.isInSync]).toEqual([null, false]);
});

it.each([401, 403, 404, 409, 422])('a %i that names no setting leaves the choice unsent', async (status) => {
  const server = serverOf({ theme: 'dark' });
  const { settings, account } = device(server);
  await account.sync();
  server.statuses.push(status);
  settings.set('caret', 'off');
  await sending();
  expect([server.sent, account.isInSync]).toEqual([[], false]);
  await account.sync();
  expect([server.sent, settings.values.caret, account.isInSync]).toEqual([[{ caret: 'off' }], 'off', true]);
});

it('what a newer page has not sent stays unsent', async () => {
  const unsentSettings = JSON.stringify({ account: '1', names: ['caret', 'keys'] });
  const storage = memoryStorage({ unsentSettings, settings: '{"caret":"wave","keys":"loud"}' });
  const server = serverOf({ caret: 'block', theme: 'dark' });
  const { settings, account } = device(server, '1', storage);
  await account.sync();
  settings.set('volume', 5);
  await sending();
  expect([server.sent, storage.get('unsentSettings')]).toEqual([[{ volume: 5 }], unsentSettings]);
  expect(JSON.parse(storage.get('settings') ?? '')).toMatchObject({ caret: 'wave', keys: 'loud', theme: 'dark' });
  expect(account.isInSync).toBe(false);
});

it('a new account begins with the settings of its device', async () => {
  const server = serverOf({});
  const guest = device(server, null);
  guest.settings.set('caret', 'block');
  await sending();
  expect(server.sent).toEqual([]);
  await device(server, '1', guest.storage).account.sync();
  expect(server.sent).toEqual([{ caret: 'block' }]);
});

it('a guest’s choices change no account that has its own', async () => {
  const server = serverOf({ theme: 'dark' });
  const guest = device(server, null);
  guest.settings.set('caret', 'block');
  guest.settings.set('theme', 'light');
  const user = device(server, '1', guest.storage);
  await user.account.sync();
  expect([server.sent, user.settings.values.theme]).toEqual([[], 'dark']);
  // The caret is only here until the user chooses one.
  expect(user.account.isInSync).toBe(false);
  user.settings.set('caret', 'off');
  await sending();
  expect([server.sent, user.account.isInSync]).toEqual([[{ caret: 'off' }], true]);
});

it('unsent choices of one account are not sent to another', async () => {
  const server = serverOf({ theme: 'dark' });
  const { settings, storage } = device(server, '1');
  settings.set('caret', 'off');
  vi.clearAllTimers();
  await device(server, '2', storage).account.sync();
  expect(server.sent).toEqual([]);
});
