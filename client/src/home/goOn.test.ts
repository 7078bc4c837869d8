import { expect, it } from 'vitest';
import { practiceIn } from './goOn';

it.each([
  ['words60s', '/singleplayer/?mode=words&seconds=60'],
  ['words25', '/singleplayer/?mode=words&count=25'],
  ['text', '/singleplayer/?mode=text'],
  ['weak', '/singleplayer/?mode=weak'],
] as const)('a run of %s goes on at %s after another choice', (mode, address) => {
  expect(practiceIn(mode, '?mode=own')).toBe(address);
});

it.each([
  ['words30s', '?mode=words&words=200&punctuation=on'],
  ['words60s', '?mode=words&seconds=60&language=es'],
  ['text', '?mode=text&length=short'],
  ['text', ''],
] as const)('a run of %s goes on with all that was chosen: %s', (mode, before) => {
  expect(practiceIn(mode, before)).toBe(`/singleplayer/${before}`);
});
