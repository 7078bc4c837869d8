import { expect, it } from 'vitest';
import { memoryStorage } from '../../platform/storage';
import { CONSENT_VALIDITY_MS, ConsentStore } from './ConsentStore';

const NOW = Date.parse('2026-01-02T03:04:05Z');

it('is not given at first, and remembered once it is', () => {
  const storage = memoryStorage();
  const consent = new ConsentStore(storage, () => NOW);
  expect(consent.isGiven).toBe(false);
  consent.give();
  expect(consent.isGiven).toBe(true);
  expect(new ConsentStore(storage, () => NOW + 1000).isGiven).toBe(true);
});

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

it('is evaluated again after it expired, or was given in another window', () => {
  const storage = memoryStorage();
  let now = NOW;
  const [consent, other] = [new ConsentStore(storage, () => now), new ConsentStore(storage, () => now)];
  other.give();
  consent.evaluate();
  expect(consent.isGiven).toBe(true);
  now += CONSENT_VALIDITY_MS;
  consent.evaluate();
  expect(consent.isGiven).toBe(false);
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
