import { expect, it } from 'vitest';
import { codeIn, spaced } from './code';

it('a code is read in two groups', () => {
  expect(spaced('k3f9wq2m')).toBe('k3f9 wq2m');
});

it.each([
  ['as it is read', 'k3f9 wq2m'],
  ['in capitals, with a hyphen', ' K3F9-WQ2M '],
  ['in a link', 'https://example.org/multiplayer/k3f9wq2m/'],
  ['in a link with more', 'example.org/multiplayer/k3f9wq2m?x=1'],
])('a code is found %s', (_, typed) => expect(codeIn(typed)).toBe('k3f9wq2m'));

it.each(['', '---', 'k3f9', 'k3f9 wq2m a'])('no code is found in "%s"', (typed) => {
  expect(codeIn(typed)).toBeNull();
});
