import { expect, it, vi } from 'vitest';
import type { SessionInfo } from '../net/api';
import { memoryStorage } from '../platform/storage';
import { SessionStore } from './SessionStore';

const ana: SessionInfo = {
  loggedin: true,
  username: 'ana',
  skin: 'hummingbird',
  verified: true,
  email: 'ana@example.org',
};
const nobody: SessionInfo = { loggedin: false, username: '', skin: '', verified: false, email: '' };

it('a visitor without a token is a guest, without a check', async () => {
  const isLoggedIn = vi.fn();
  const session = new SessionStore(isLoggedIn, memoryStorage());
  await session.check();
  expect([session.isLoggedIn, session.isChecking, isLoggedIn.mock.calls.length]).toEqual([false, false, 0]);
});

it('a valid token makes the visitor a user after one check', async () => {
  const isLoggedIn = vi.fn(async () => ana);
  const session = new SessionStore(isLoggedIn, memoryStorage({ token: 't' }));
  expect(session.isChecking).toBe(true);
  await session.check();
  expect([session.username, session.isChecking, isLoggedIn.mock.calls.length]).toEqual(['ana', false, 1]);
});

it('an invalid token is removed', async () => {
  const storage = memoryStorage({ token: 'old' });
  const session = new SessionStore(async () => nobody, storage);
  await session.check();
  expect([session.isLoggedIn, session.token, storage.get('token')]).toEqual([false, null, null]);
});

it('a token is kept when the check itself fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const storage = memoryStorage({ token: 't' });
  const session = new SessionStore(() => Promise.reject(new Error('offline')), storage);
  await session.check();
  expect([session.isLoggedIn, session.isChecking, storage.get('token')]).toEqual([false, false, 't']);
});

it('a check without an answer is repeated, after a second and then ever later, until there is one', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const isLoggedIn = vi.fn(async () => ana);
  for (let n = 0; n < 8; n += 1) isLoggedIn.mockRejectedValueOnce(new Error('busy'));
  const ended: boolean[] = [];
  const session = new SessionStore(isLoggedIn, memoryStorage({ token: 't' }), (check) => {
    void check.then((hasEnded) => ended.push(hasEnded));
  });
  await session.check();
  for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30, 30].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect([isLoggedIn.mock.calls.length, session.isLoggedIn]).toEqual([index + 1, false]);
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(120_000);
  expect([isLoggedIn.mock.calls.length, session.username, new Set(ended)]).toEqual([9, 'ana', new Set([false])]);
  vi.useRealTimers();
});

it('a check without an answer is not repeated after a logout', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const isLoggedIn = vi.fn(() => Promise.reject(new Error('busy')));
  const session = new SessionStore(isLoggedIn, memoryStorage({ token: 't' }));
  await session.check();
  session.forget();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isLoggedIn).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

it('a late answer about an earlier token changes nothing', async () => {
  const answers: ((info: SessionInfo) => void)[] = [];
  const session = new SessionStore(
    () => new Promise((resolve) => answers.push(resolve)),
    memoryStorage({ token: 't' }),
  );
  const checks = [session.check(), session.enter('new')];
  answers[0]?.(ana);
  await checks[0];
  expect([session.isLoggedIn, session.isChecking]).toEqual([false, true]);
  session.forget();
  answers[1]?.(ana);
  await checks[1];
  expect([session.isLoggedIn, session.isChecking]).toEqual([false, false]);
});

it('the known user stays on the page during another check', async () => {
  let answer = ana;
  const session = new SessionStore(async () => answer, memoryStorage({ token: 't' }));
  await session.check();
  answer = { ...ana, username: 'anita' };
  const check = session.check();
  expect([session.username, session.isChecking]).toEqual(['ana', false]);
  await check;
  expect(session.username).toBe('anita');
});

it('simultaneous refusals share one check of the token', async () => {
  let answer = ana;
  const isLoggedIn = vi.fn(async () => answer);
  const storage = memoryStorage({ token: 't' });
  const session = new SessionStore(isLoggedIn, storage);
  await session.check();
  expect(await Promise.all([session.recheck(), session.recheck()])).toEqual([false, false]);
  expect([session.username, isLoggedIn.mock.calls.length]).toEqual(['ana', 2]);
  answer = nobody;
  expect(await session.recheck()).toBe(true);
  expect(await session.recheck()).toBe(false);
  expect([session.username, storage.get('token'), isLoggedIn.mock.calls.length]).toEqual([null, null, 3]);
});

it('a call refused during the first check waits for it, without another check', async () => {
  const isLoggedIn = vi.fn(async () => ana);
  const session = new SessionStore(isLoggedIn, memoryStorage({ token: 't' }));
  void session.check();
  expect(await session.recheck()).toBe(false);
  expect([session.isLoggedIn, isLoggedIn.mock.calls.length]).toEqual([true, 1]);
});

it('a login or logout in another window applies here too', async () => {
  const storage = memoryStorage();
  const isLoggedIn = vi.fn(async () => ana);
  const session = new SessionStore(isLoggedIn, storage);
  storage.set('token', 't');
  await session.follow();
  expect(session.username).toBe('ana');
  await session.follow();
  expect(isLoggedIn).toHaveBeenCalledTimes(1);
  storage.remove('token');
  await session.follow();
  expect([session.username, session.token, session.isChecking]).toEqual([null, null, false]);
});
