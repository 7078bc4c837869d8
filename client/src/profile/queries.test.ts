import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { es } from '../strings/skins/es';
import { skinWordsQuery } from './queries';

it('words that could not be had while the server was away are not taken for none', async () => {
  const check = vi.fn(async () => false);
  const query = skinWordsQuery('es', { check, back: async () => {} });
  const queries = new QueryClient();
  await expect(queries.fetchQuery(query)).rejects.toThrow('the server is away');
  check.mockResolvedValue(true);
  expect(await queries.fetchQuery(query)).toBe(es);
});
