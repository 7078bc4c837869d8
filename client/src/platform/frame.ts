type Action = () => void;

/** Longer than a frame of a screen that shows 60 of them in a second. */
const FRAME_MS = 17;

/** The longest wait for a key's frame, behind which there is time until the next key. */
const NO_KEY_MS = 100;

let due: Action[] = [];
let waiting: Action[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls `action` when the next frame has most likely been handed on for display. It takes a timer: a callback of the
 * frame's own would make that frame later.
 */
export function afterNextFrame(action: Action): void {
  due.push(action);
  if (due.length === 1) setTimeout(act, FRAME_MS);
}

/** Calls `action` behind the frame of the next key, so that it makes no key's frame later; soon if no key comes. */
export function betweenKeys(action: Action): void {
  waiting.push(action);
  if (waiting.length === 1) timer = setTimeout(actBetweenKeys, NO_KEY_MS);
}

function act(): void {
  const actions = due;
  due = [];
  for (const action of actions) action();
  actBetweenKeys();
}

function actBetweenKeys(): void {
  clearTimeout(timer);
  const actions = waiting;
  waiting = [];
  for (const action of actions) action();
}
