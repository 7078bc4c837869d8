import { expect, it } from 'vitest';
import { filtersOf, searchOf } from './address';

const of = (search: string) => filtersOf(new URLSearchParams(search));

it('an address without a query filters nothing', () => {
  expect(of('')).toEqual({});
});

it('filters return from their address', () => {
  const filters = { kind: 'practice', mode: 'words30s', language: 'es', from: '2026-11-01', to: '2026-11-26' } as const;
  expect(of(searchOf(filters))).toEqual(filters);
});

it.each([
  'kind=game',
  'mode=words31s',
  'mode=toString',
  'language=fr',
  'from=yesterday',
  'from=2026-02-31',
  'to=2026-13-01',
  'to=2026-11-01T00:00',
  'limit=100',
])('%s is no filter', (search) => {
  expect(of(search)).toEqual({});
});

it('a filter without a value is not in the address', () => {
  expect(searchOf({ kind: 'race', from: '' })).toBe('kind=race');
});
