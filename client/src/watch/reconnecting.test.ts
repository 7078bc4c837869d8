import { expect, it } from 'vitest';
import { waitBeforeConnecting } from './reconnecting';

it.each([
  ['comes back at any moment within the given time', null, 30_000, 0, 0.5, 15_000],
  ['waits longer while the server does not answer', null, 2000, 3, 1, 16_000],
  ['waits for a minute at most', null, 2000, 20, 1, 60_000],
  ['keeps to a longer time that the server gave', null, 90_000, 2, 1, 90_000],
  ['waits for ten seconds at least after a full server', 'room-busy', 2000, 0, 0.25, 10_500],
  ['waits for ten seconds at least after too many from its address', 'too-many-events', 2000, 0, 0, 10_000],
] as const)('a watcher %s', (_, code, backMs, failures, random, wait) => {
  expect(waitBeforeConnecting(code, backMs, failures, random)).toBe(wait);
});
