import { expect, it } from 'vitest';
import { returnOf } from './returnTo';

const ORIGIN = 'https://colibri.example';

it.each([
  '/history/p126',
  '/history?mode=words10',
  '/keys?range=all',
  '/terms-of-service#privacy',
  '/multiplayer/k3f9wq2m/?ghost=1',
  '/a/screen/of/tomorrow',
  '/user/a%2F%2Fb/',
])('login leads back to %s', (next) => {
  expect(returnOf({ next }, ORIGIN)).toBe(next);
});

it.each([
  '//other.example/keys',
  '/\\other.example/keys',
  '/\t/other.example/keys',
  '/.//other.example/keys',
  '/keys/..//other.example',
  'https://other.example/keys',
  'https://colibri.example/keys',
  'javascript:alert(1)',
  'keys',
  '',
  '//',
  '///',
])('login does not lead to %j', (next) => {
  expect(returnOf({ next }, ORIGIN)).toBeNull();
});

it.each([null, undefined, 'keys', {}, { next: 1 }, { reloaded: '/keys' }])(
  'a navigation state without an address leads nowhere: %j',
  (state) => {
    expect(returnOf(state, ORIGIN)).toBeNull();
  },
);
