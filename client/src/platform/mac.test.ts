import { expect, it } from 'vitest';
import { isMac } from './mac';

it('Macs are recognized by their platform', () => {
  expect([isMac('MacIntel'), isMac('Win32'), isMac('Linux x86_64')]).toEqual([true, false, false]);
});
