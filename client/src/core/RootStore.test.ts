import { expect, it, vi } from 'vitest';
import { ApiClient } from '../net/ApiClient';
import { type KeyValueStorage, memoryStorage, SHARED_KEYS, type StorageKey } from '../platform/storage';
import { ConnectionStore } from './ConnectionStore';
import { makeQueryClient } from './queryClient';
import { RootStore, type Services } from './RootStore';
import { SettingsStore } from './SettingsStore';

/** The storage keys that a window reads after another one changed `key`. */
function lookedUpAfter(key: StorageKey | null): StorageKey[] {
  const lookedUp: StorageKey[] = [];
  const kept = memoryStorage({ settings: '{}' });
  const storage: KeyValueStorage = {
    ...kept,
    get: (name) => {
      lookedUp.push(name);
      return kept.get(name);
    },
  };
  const connection = new ConnectionStore(async () => {});
  const settings = new SettingsStore(storage, false);
  const root = new RootStore({
    api: new ApiClient(
      () => null,
      () => {},
    ),
    connection,
    queries: makeQueryClient(),
    settings,
    sounds: { prepare: async () => {}, play: () => {} },
    storage,
  });
  lookedUp.length = 0;
  root.followOtherWindows(key);
  return [...new Set(lookedUp)].sort();
}

it('the keys of a race in another window cause no reads', () => {
  expect(lookedUpAfter('race.room')).toEqual([]);
});

it.each(SHARED_KEYS)('a change of %s in another window makes this one read only that', (key) => {
  expect(lookedUpAfter(key)).toEqual([key]);
});

it('a change without a key makes every store read its value', () => {
  expect(lookedUpAfter(null)).toEqual([...SHARED_KEYS].sort());
});

/** A logged-in visitor's page, beside another window of the same browser. */
async function loggedIn(kept: Partial<Record<StorageKey, string>> = {}) {
  const storage = memoryStorage({ token: 't', ...kept });
  const answer = { loggedin: true, username: 'ana' };
  const api = { post: async () => ({ ...answer }) };
  const connection = new ConnectionStore(async () => {});
  const settings = new SettingsStore(storage, false, ['en']);
  const queries = makeQueryClient();
  const root = new RootStore({ storage, api, connection, queries, settings, sounds: {} } as unknown as Services);
  root.session.start();
  await vi.waitFor(() => expect(root.session.isLoggedIn).toBe(true));
  return { root, storage, answer };
}

it('a login in another window dismisses the notice of a logout there', async () => {
  const { root, storage } = await loggedIn();
  storage.remove('token');
  root.followOtherWindows('token');
  expect(root.notice.text).toBe('You were logged out in another window.');
  storage.set('token', 'other');
  root.followOtherWindows('token');
  await vi.waitFor(() => expect(root.session.isLoggedIn).toBe(true));
  expect(root.notice.text).toBeNull();
});

it('a login dismisses no notice of something else', async () => {
  const { root, storage } = await loggedIn();
  storage.remove('token');
  root.followOtherWindows('token');
  root.notice.keep(() => 'there is an update');
  storage.set('token', 'other');
  root.followOtherWindows('token');
  await vi.waitFor(() => expect(root.session.isLoggedIn).toBe(true));
  expect(root.notice.text).toBe('there is an update');
});

it('the result of a guest does not wait for a signup once a user is logged in', async () => {
  const { storage } = await loggedIn({ guestResult: '{}' });
  expect(storage.get('guestResult')).toBeNull();
});

it('a check that finds the session over shows a notice until it is dismissed', async () => {
  const { root, answer } = await loggedIn();
  await root.session.recheck();
  expect(root.notice.text).toBeNull();
  answer.loggedin = false;
  await root.session.recheck();
  expect([root.notice.text, root.notice.isKept]).toEqual(['You have been logged out. Please log in again.', true]);
});
