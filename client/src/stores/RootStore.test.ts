import { expect, it } from 'vitest';
import { en } from '../strings/en';
import { RootStore, type World } from './RootStore';
import { memoryStorage } from './storage';

/** A page of somebody who is logged in, beside another window of the same browser. */
async function loggedIn() {
  const storage = memoryStorage({ token: 't' });
  const api = { isLoggedIn: async () => ({ loggedin: true, username: 'ana' }) };
  const language = { strings: en, follow: async () => {} };
  const root = new RootStore({ storage, api, language, sounds: {}, systemPrefersDark: false } as unknown as World);
  await root.session.check();
  return { root, storage };
}

it('a logout in another window is told until it is read', async () => {
  const { root, storage } = await loggedIn();
  storage.remove('token');
  root.followOtherWindows();
  await Promise.resolve();
  expect([root.session.isLoggedIn, root.notice.text, root.notice.isKept]).toEqual([
    false,
    'You were logged out in another window.',
    true,
  ]);
});

it('a login in another window is no news', async () => {
  const { root, storage } = await loggedIn();
  storage.set('token', 'other');
  root.followOtherWindows();
  await new Promise(setImmediate);
  expect([root.session.isLoggedIn, root.notice.text]).toEqual([true, null]);
});
