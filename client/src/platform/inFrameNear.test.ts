import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inFrameNear } from './inFrameNear';

const FRAME_MS = 16;

// A screen with a frame at every whole 16 milliseconds.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('requestAnimationFrame', (action: (now: number) => void) =>
    setTimeout(() => action(performance.now()), FRAME_MS - (performance.now() % FRAME_MS)),
  );
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['before the time', 999, 992],
  ['after the time', 1001, 1008],
  ['at the time', 1008, 1008],
  ['which is the next one if the time is past', -50, 16],
])('acts in the nearest frame: %s', (_, at, frameAt) => {
  const action = vi.fn();
  inFrameNear(at, action);
  vi.advanceTimersByTime(frameAt - 1);
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(action.mock.calls).toEqual([[frameAt]]);
});

it.each([0, 950])('does not act if it is cancelled after %d ms', (ms) => {
  const action = vi.fn();
  const cancel = inFrameNear(1000, action);
  vi.advanceTimersByTime(ms);
  cancel();
  vi.advanceTimersByTime(2000);
  expect(action).not.toHaveBeenCalled();
});
