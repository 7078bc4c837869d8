import { expect, it } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { dropGuest, guestOf, keepGuest } from './guestPass';

const DAY_MS = 24 * 60 * 60 * 1000;

it('a guest is known in their event, and in no other', () => {
  const storage = memoryStorage();
  keepGuest(storage, 'k3f9wq2m', 'pass');
  expect([guestOf(storage, 'k3f9wq2m'), guestOf(storage, 'another2')]).toEqual(['pass', null]);
  dropGuest(storage, 'k3f9wq2m');
  expect(guestOf(storage, 'k3f9wq2m')).toBeNull();
});

it('joining an event drops what is kept of those before yesterday', () => {
  const storage = memoryStorage({ token: 'member' });
  keepGuest(storage, 'longover', 'old', 0);
  keepGuest(storage, 'thisweek', 'new', DAY_MS);
  keepGuest(storage, 'today222', 'newest', DAY_MS + 1);
  expect(storage.keys('event')).toEqual(['event.thisweek', 'event.today222']);
  expect(storage.get('token')).toBe('member');
});

it.each(['', 'null', '{}', '{"guest":1,"at":2}', '{"guest":"pass"}'])('%s is no guest', (stored) => {
  expect(guestOf(memoryStorage({ 'event.k3f9wq2m': stored }), 'k3f9wq2m')).toBeNull();
});
