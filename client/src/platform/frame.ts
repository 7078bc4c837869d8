type Action = () => void;

/** Just longer than a frame at 60 Hz, in milliseconds. */
const FRAME_MS = 17;

/** The longest wait for the next key, in milliseconds. */
const NO_KEY_MS = 100;

const due: Action[] = [];
const waiting: Action[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls `action` when the next frame has most likely been sent to the display. Uses a timer, because a frame callback
 * would delay that frame.
 */
export function afterNextFrame(action: Action): void {
  due.push(action);
  if (due.length === 1) setTimeout(act, FRAME_MS);
}

/** Calls `action` two frames after the next key, so that it delays no key; without a key, after `NO_KEY_MS`. */
export function betweenKeys(action: Action): void {
  waiting.push(action);
  if (waiting.length === 1) timer = setTimeout(actBetweenKeys, NO_KEY_MS);
}

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

function act(): void {
  for (const action of due.splice(0)) action();
  // On a busy machine the key's frame comes late, and should not include this work.
  setTimeout(actBetweenKeys, FRAME_MS);
}

function actBetweenKeys(): void {
  clearTimeout(timer);
  for (const action of waiting.splice(0)) action();
}
