import { expect, it } from 'vitest';
import { practiceIn } from './goOn';

it.each([
  ['words60s', '/singleplayer/?mode=words&seconds=60'],
  ['words25', '/singleplayer/?mode=words&count=25'],
  ['text', '/singleplayer/?mode=text'],
  ['weak', '/singleplayer/?mode=weak'],
] as const)('a run of %s goes on at %s', (mode, address) => {
  expect(practiceIn(mode)).toBe(address);
});
