import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserStorage, memoryStorage } from '../platform/storage';
import { guestResult, keepGuestResult } from './guestResult';

const result = { time: 10, wpm: 60, accuracy: 98, date: '2026-11-28T12:00:00.000Z' };

beforeEach(() => void vi.useFakeTimers({ now: Date.parse(result.date) }));
afterEach(() => void vi.useRealTimers());

it('the last result of a guest waits on the device for a day', () => {
  const storage = memoryStorage();
  expect(guestResult(storage)).toBeNull();
  keepGuestResult(storage, { ...result, wpm: 50 });
  keepGuestResult(storage, result);
  vi.advanceTimersByTime(24 * 3_600_000 - 1);
  expect(guestResult(storage)).toEqual(result);
  vi.advanceTimersByTime(1);
  expect(guestResult(storage)).toBeNull();
});

it('a full storage keeps the result of a guest as long as the page', () => {
  const full = browserStorage(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  keepGuestResult(full, result);
  expect(guestResult(full)).toEqual(result);
});

it.each(['', '{', 'null', '5', '{"wpm":60}'])('%j in the storage is no result of a guest', (kept) => {
  expect(guestResult(memoryStorage({ guestResult: kept }))).toBeNull();
});
