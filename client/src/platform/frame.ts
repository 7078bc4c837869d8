type Action = () => void;

/** Just longer than a frame at 60 Hz, in milliseconds. */
export const FRAME_MS = 17;

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

function act(): void {
  for (const action of due.splice(0)) action();
  // On a busy machine the key's frame comes late, and should not include this work.
  setTimeout(actBetweenKeys, FRAME_MS);
}

function actBetweenKeys(): void {
  clearTimeout(timer);
  for (const action of waiting.splice(0)) action();
}
