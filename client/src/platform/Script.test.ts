import { expect, it } from 'vitest';
import { Script } from './Script';

const server = { check: async () => true, back: async () => {} };

it('is loaded once for all who need it, and is there for the next', async () => {
  let loads = 0;
  const script = new Script(async () => ++loads);
  expect(script.part).toBeUndefined();
  expect(await Promise.all([script.load(server), script.load(server)])).toEqual([1, 1]);
  expect(script.part).toBe(1);
  expect(await script.load(server)).toBe(1);
});

it('is tried again by who needs it after it failed', async () => {
  let loads = 0;
  const script = new Script(async () => {
    loads += 1;
    if (loads === 1) throw new Error('gone');
    return loads;
  });
  await expect(script.load(server)).rejects.toThrow('gone');
  expect(script.part).toBeUndefined();
  expect(await script.load(server)).toBe(2);
});
