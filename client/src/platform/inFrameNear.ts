import { FRAME_MS } from './frame';

/** The time before the wanted frame from which frames are watched, in milliseconds: timers may be late. */
const WATCHED_MS = 100;

/**
 * Calls `action` in the frame nearest to `at`, a time by `performance.now`, with that frame's time; in the next one if
 * `at` is past. A hidden page has no frames. Returns a function that cancels it.
 */
export function inFrameNear(at: number, action: (frameAt: number) => void): () => void {
  let frame = 0;
  let before = Number.NEGATIVE_INFINITY;
  const watch = (now: number) => {
    const untilNext = Math.min(now - before, FRAME_MS);
    before = now;
    if (now + untilNext / 2 >= at) action(now);
    else frame = requestAnimationFrame(watch);
  };
  const timer = setTimeout(
    () => {
      frame = requestAnimationFrame(watch);
    },
    at - WATCHED_MS - performance.now(),
  );
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
