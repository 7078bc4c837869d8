import { expect, it } from 'vitest';
import { askedIn, dayAfter, endOf, searchOf } from './rules';

it.each([
  ['', null, null],
  ['?day=2026-11-27&language=es', '2026-11-27', 'es'],
  ['?language=fr&day=yesterday', null, null],
  ['?day=2026-02-31', null, null],
  ['?day=2026-11-27T00:00', null, null],
])('the address %s asks for the day %s in %s', (address, day, language) => {
  expect(askedIn(new URLSearchParams(address))).toEqual({ day, language });
});

it.each([
  [{ day: null, language: null }, ''],
  [{ day: '2026-11-27', language: 'es' } as const, '?day=2026-11-27&language=es'],
])('the address of a board leads to it', (asked, address) => {
  expect(searchOf(asked)).toBe(address);
  expect(askedIn(new URLSearchParams(address))).toEqual(asked);
});

it.each([
  ['2026-11-27', -1, '2026-11-26'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2028-02-28', 1, '2028-02-29'],
])('from %s, %i days on is %s', (day, by, other) => expect(dayAfter(day, by)).toBe(other));

it('a day ends at the next midnight of UTC', () => {
  expect(endOf('2026-12-31').toISOString()).toBe('2027-01-01T00:00:00.000Z');
});
