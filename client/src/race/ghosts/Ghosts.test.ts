import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Ghost } from '../../net/api';
import { Ghosts } from './Ghosts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ghost = (username: string, arrivals: number[]): Ghost => ({
  kind: 'near',
  username,
  skin: 'hummingbird',
  wpm: 60,
  time: 1,
  arrivals,
});

const shown = (ghosts: Ghosts) =>
  ghosts.racers.map(({ racer: { username, completed, outcome } }) => [username, completed, outcome?.wpm ?? null]);

it('ghosts move from the start on, and end with the speed of their run', () => {
  const ghosts = new Ghosts([ghost('ana', [500, 1000]), ghost('bo', [1000, 2000])]);
  ghosts.start(performance.now());
  expect(shown(ghosts)).toEqual([
    ['ana', 0, null],
    ['bo', 0, null],
  ]);
  vi.advanceTimersByTime(1000);
  expect(shown(ghosts)).toEqual([
    ['ana', 100, 60],
    ['bo', 50, null],
  ]);
  vi.advanceTimersByTime(1000);
  expect(shown(ghosts)).toEqual([
    ['ana', 100, 60],
    ['bo', 100, 60],
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

it('ghosts follow a start that turns out to be another', () => {
  const ghosts = new Ghosts([ghost('ana', [500, 1000])]);
  ghosts.start(performance.now());
  ghosts.start(performance.now() - 400);
  vi.advanceTimersByTime(200);
  expect(shown(ghosts)).toEqual([['ana', 50, null]]);
  ghosts.stop();
  expect(vi.getTimerCount()).toBe(0);
});
