import { expect, it } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { CONSENT_VALIDITY_MS, ConsentStore } from './ConsentStore';

const NOW = Date.parse('2026-01-02T03:04:05Z');

it('is stored as an allow flag and its date', () => {
  const storage = memoryStorage();
  new ConsentStore(storage, () => NOW).give();
  expect(JSON.parse(storage.get('cookies') ?? '')).toEqual({ allow: true, date: '2026-01-02T03:04:05.000Z' });
});

it('lasts for a year', () => {
  const storage = memoryStorage();
  new ConsentStore(storage, () => NOW).give();
  expect(new ConsentStore(storage, () => NOW + CONSENT_VALIDITY_MS - 1).isGiven).toBe(true);
  expect(new ConsentStore(storage, () => NOW + CONSENT_VALIDITY_MS).isGiven).toBe(false);
});

it.each([
  'yes',
  '{}',
  'null',
  '[]',
  '{"allow":false,"date":"2026-01-01T00:00:00Z"}',
  '{"allow":true,"date":"soon"}',
  '{"allow":true}',
])('is not given by a stored %s', (cookies) => {
  expect(new ConsentStore(memoryStorage({ cookies }), () => NOW).isGiven).toBe(false);
});
