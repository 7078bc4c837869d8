import { environmentManager, onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../net/ApiError';
import type { SessionInfo } from '../net/api';
import { memoryStorage } from '../platform/storage';
import { makeQueryClient } from './queryClient';
import { SessionStore } from './SessionStore';

const ana: SessionInfo = {
  loggedin: true,
  username: 'ana',
  skin: 'hummingbird',
  verified: true,
  email: 'ana@example.org',
};
const nobody: SessionInfo = { loggedin: false, username: '', skin: '', verified: false, email: '' };
const busy = () => Promise.reject(new ApiError(503, 'Busy.'));

/** The session of a page that has just loaded; `onOver` counts how often it was found to be over. */
function load(owner: (token: string) => Promise<SessionInfo>, storage = memoryStorage({ token: 't' })) {
  const onOver = vi.fn();
  const queries = makeQueryClient();
  queries.mount();
  const session = new SessionStore(queries, owner, storage, onOver);
  return { session, storage, onOver };
}

/** Such a session, after its first check. */
async function checked(owner: (token: string) => Promise<SessionInfo>, storage = memoryStorage({ token: 't' })) {
  const page = load(owner, storage);
  page.session.start();
  await vi.advanceTimersByTimeAsync(0);
  return page;
}

beforeEach(() => {
  vi.useFakeTimers();
  // Only browsers fetch at intervals.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

it('a visitor without a token is a guest, without a check', async () => {
  const owner = vi.fn();
  const { session } = await checked(owner, memoryStorage());
  await session.check();
  await session.recheck();
  expect([session.isLoggedIn, session.isChecking, owner.mock.calls.length]).toEqual([false, false, 0]);
});

it('a valid token makes the visitor a user after one check', async () => {
  const owner = vi.fn(async () => ana);
  const { session } = load(owner);
  expect(session.isChecking).toBe(true);
  session.start();
  expect(session.isChecking).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([session.username, session.isChecking, owner.mock.calls]).toEqual(['ana', false, [['t']]]);
});

it('an invalid token is removed', async () => {
  const { session, storage, onOver } = await checked(async () => nobody);
  expect([session.isLoggedIn, session.isChecking, session.token, storage.get('token')]).toEqual([
    false,
    false,
    null,
    null,
  ]);
  expect(onOver).toHaveBeenCalledTimes(1);
});

it('a token is kept when its check fails, and the visitor counts as a guest after the first failure', async () => {
  const { session, storage } = await checked(busy);
  expect([session.isLoggedIn, session.isChecking, storage.get('token')]).toEqual([false, false, 't']);
});

it('a check without an answer is repeated like a query, and then every half minute, until there is one', async () => {
  const owner = vi.fn(async () => ana);
  for (let n = 0; n < 8; n += 1) owner.mockImplementationOnce(busy);
  const { session, onOver } = await checked(owner);
  for (const [seconds, n] of [
    [1, 2],
    [2, 3],
    [4, 4],
    [30, 5],
    [7, 8],
    [30, 9],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect([owner.mock.calls.length < n, session.isLoggedIn]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(owner).toHaveBeenCalledTimes(n);
  }
  await vi.advanceTimersByTimeAsync(120_000);
  expect([owner.mock.calls.length, session.username, onOver.mock.calls.length]).toEqual([9, 'ana', 0]);
});

it('a check that failed because the server is away is repeated when the server is back', async () => {
  const owner = vi.fn(async () => ana).mockImplementationOnce(busy);
  onlineManager.setOnline(false);
  const { session } = await checked(owner);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([owner.mock.calls.length, session.isLoggedIn]).toEqual([1, false]);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([owner.mock.calls.length, session.username]).toEqual([2, 'ana']);
});

it('a check without an answer is not repeated after a logout', async () => {
  const owner = vi.fn(busy);
  const { session } = await checked(owner);
  session.forget();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([owner.mock.calls.length, session.isChecking]).toEqual([1, false]);
});

it('a visitor can repeat a failed check at once', async () => {
  const owner = vi.fn(async () => ana).mockImplementationOnce(busy);
  const { session } = await checked(owner);
  const check = session.check();
  await vi.advanceTimersByTimeAsync(0);
  await check;
  expect([owner.mock.calls.length, session.username]).toEqual([2, 'ana']);
});

it('a late answer about an earlier token changes nothing', async () => {
  const answers: ((info: SessionInfo) => void)[] = [];
  const { session } = await checked(() => new Promise((resolve) => answers.push(resolve)));
  const entered = session.enter('new');
  await vi.advanceTimersByTimeAsync(0);
  answers[0]?.(ana);
  await vi.advanceTimersByTimeAsync(0);
  expect([session.isLoggedIn, session.isChecking]).toEqual([false, true]);
  session.forget();
  answers[1]?.(ana);
  await entered;
  expect([session.isLoggedIn, session.isChecking]).toEqual([false, false]);
});

it('the known user stays on the page during another check, and with a new token', async () => {
  let answer = ana;
  const owner = vi.fn(async () => answer);
  const { session, storage } = await checked(owner);
  answer = { ...ana, username: 'anita' };
  const check = session.check();
  expect([session.username, session.isChecking]).toEqual(['ana', false]);
  await check;
  expect(session.username).toBe('anita');
  const entered = session.enter('new');
  expect([session.username, session.isChecking, storage.get('token')]).toEqual(['anita', false, 'new']);
  await entered;
  expect(owner.mock.calls).toEqual([['t'], ['t'], ['new']]);
});

it('the known user stays on the page when another check fails', async () => {
  const owner = vi.fn(async () => ana);
  const { session } = await checked(owner);
  owner.mockImplementation(busy);
  void session.check();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([session.username, session.isChecking]).toEqual(['ana', false]);
});

it('simultaneous refusals share one check of the token', async () => {
  let answer = ana;
  const owner = vi.fn(async () => answer);
  const { session, storage, onOver } = await checked(owner);
  await Promise.all([session.recheck(), session.recheck()]);
  expect([session.username, owner.mock.calls.length, onOver.mock.calls.length]).toEqual(['ana', 2, 0]);
  answer = nobody;
  await Promise.all([session.recheck(), session.recheck()]);
  await session.recheck();
  expect([session.username, storage.get('token'), owner.mock.calls.length]).toEqual([null, null, 3]);
  expect(onOver).toHaveBeenCalledTimes(1);
});

it('a call refused during the first check waits for it, without another check', async () => {
  const owner = vi.fn(async () => ana);
  const { session } = load(owner);
  session.start();
  await session.recheck();
  expect([session.isLoggedIn, owner.mock.calls.length]).toEqual([true, 1]);
});

/** A token of the account with this id. */
const tokenOf = (id: number, name = 'ana') => `head.${btoa(JSON.stringify({ sub: String(id), name }))}.signature`;

/** The session of an account with an own text and the memory of its practice on the device. */
async function personal() {
  const answer = { ...ana };
  const storage = memoryStorage({ token: tokenOf(1), ownText: 'a diary', typist: 'speeds', settings: '{}' });
  const { session } = await checked(async () => ({ ...answer }), storage);
  return {
    session,
    storage,
    answer,
    left: () => [storage.get('ownText'), storage.get('typist'), storage.get('settings')],
  };
}

it.each<[string, (page: Awaited<ReturnType<typeof personal>>) => unknown]>([
  ['a logout', ({ session }) => session.forget()],
  [
    'a session that was ended elsewhere',
    ({ session, answer }) => {
      answer.loggedin = false;
      return session.recheck();
    },
  ],
  ['a login to another account', ({ session }) => session.enter(tokenOf(2))],
])('%s takes the own text and the memory of practice along, and leaves the look', async (_, end) => {
  const page = await personal();
  await end(page);
  expect(page.left()).toEqual([null, null, '{}']);
});

it('a new password and a new name of the same account leave the own text and the memory of practice', async () => {
  const { session, left } = await personal();
  await session.enter(tokenOf(1, 'anita'));
  expect(left()).toEqual(['a diary', 'speeds', '{}']);
});

it('a window that wakes after a login to another account leaves what that one has kept', async () => {
  const { session, storage, left } = await personal();
  storage.set('token', tokenOf(2));
  session.follow();
  expect([session.token, left()]).toEqual([tokenOf(2), ['a diary', 'speeds', '{}']]);
});

it('a window whose session is over follows a login in another window, and leaves what that one has kept', async () => {
  const owner = async (token: string) => (token === tokenOf(2) ? ana : nobody);
  const { session, storage, onOver } = load(owner, memoryStorage({ token: tokenOf(1), ownText: 'a diary' }));
  storage.set('token', tokenOf(2));
  session.start();
  await vi.advanceTimersByTimeAsync(0);
  expect([session.username, storage.get('ownText')]).toEqual(['ana', 'a diary']);
  expect(onOver).not.toHaveBeenCalled();
});

it('a guest who logs in goes on with the own text', async () => {
  const { session, storage } = await checked(async () => ana, memoryStorage({ ownText: 'a poem' }));
  await session.enter(tokenOf(1));
  expect(storage.get('ownText')).toBe('a poem');
});

it('a login or logout in another window applies here too', async () => {
  const owner = vi.fn(async () => ana);
  const { session, storage } = await checked(owner, memoryStorage());
  storage.set('token', 't');
  expect(session.follow()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(session.username).toBe('ana');
  expect(session.follow()).toBe(false);
  expect(owner).toHaveBeenCalledTimes(1);
  storage.remove('token');
  expect(session.follow()).toBe(true);
  expect([session.username, session.token, session.isChecking]).toEqual([null, null, false]);
});
