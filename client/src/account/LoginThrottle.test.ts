import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { LOCKOUT_MS, LoginThrottle } from './LoginThrottle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('after a lockout it takes three more failures to block again', () => {
  const throttle = new LoginThrottle(memoryStorage());
  for (let attempt = 0; attempt < 3; attempt += 1) throttle.failed();
  vi.advanceTimersByTime(LOCKOUT_MS);
  throttle.failed();
  throttle.failed();
  expect(throttle.isBlocked).toBe(false);
});

it('a successful login resets the failures', () => {
  const throttle = new LoginThrottle(memoryStorage());
  throttle.failed();
  throttle.failed();
  throttle.succeeded();
  throttle.failed();
  expect(throttle.isBlocked).toBe(false);
});

it('failures and lockout last across reloads', () => {
  const storage = memoryStorage();
  new LoginThrottle(storage).failed();
  new LoginThrottle(storage).failed();
  new LoginThrottle(storage).failed();
  vi.advanceTimersByTime(4000);
  const reloaded = new LoginThrottle(storage);
  expect(reloaded.isBlocked).toBe(true);
  vi.advanceTimersByTime(LOCKOUT_MS - 4000);
  expect(reloaded.isBlocked).toBe(false);
});

it('the failures and the end of the lockout are stored under the contract’s names', () => {
  const storage = memoryStorage();
  const throttle = new LoginThrottle(storage);
  throttle.failed();
  throttle.failed();
  expect([storage.get('wrong'), storage.get('wait')]).toEqual(['2', null]);
  throttle.failed();
  expect(storage.get('wait')).toBe(String(Date.now() + 10_000));
  vi.advanceTimersByTime(10_000);
  expect(storage.get('wait')).toBeNull();
});

it('a stamp from a fast clock blocks no longer than one lockout', () => {
  const throttle = new LoginThrottle(memoryStorage({ wait: String(Date.now() + 1e9) }));
  vi.advanceTimersByTime(LOCKOUT_MS);
  expect(throttle.isBlocked).toBe(false);
});
