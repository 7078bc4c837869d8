import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { LOCKOUT_MS, LoginThrottle } from './LoginThrottle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('after a lockout three more failures are needed', () => {
  const throttle = new LoginThrottle(memoryStorage());
  for (let attempt = 0; attempt < 3; attempt += 1) throttle.failed();
  vi.advanceTimersByTime(LOCKOUT_MS);
  throttle.failed();
  throttle.failed();
  expect(throttle.isBlocked).toBe(false);
});

it('a success forgets the failures before it', () => {
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

it('how many failed, and until when login is blocked, is stored under the contract’s names', () => {
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

it('a stamp from a clock that ran ahead blocks no longer than one lockout', () => {
  const throttle = new LoginThrottle(memoryStorage({ wait: String(Date.now() + 1e9) }));
  vi.advanceTimersByTime(LOCKOUT_MS);
  expect(throttle.isBlocked).toBe(false);
});
