import { afterNextFrame } from '../platform/frame';

/** The longest that work waits for a key, in milliseconds. */
const PATIENCE_MS = 250;

/** Work for a pause; `isTyping` tells whether a key has just been painted, or nobody types. */
type Work = (isTyping: boolean) => void;

const waiting = new Set<Work>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Does `work` in the next pause between two keys: right after the frame that shows a key, when the next one is still a
 * while off, or soon if nobody types. What is not the text (stopwatch, lanes) never shares a frame with a key.
 */
export function inKeyPause(work: Work): void {
  if (waiting.size === 0) timer = setTimeout(workOff, PATIENCE_MS, false);
  waiting.add(work);
}

/** A key has changed the text: when its frame is out, there is a pause. */
export function keyWasTyped(): void {
  if (waiting.size > 0) afterNextFrame(() => workOff(true));
}

function workOff(isTyping: boolean): void {
  clearTimeout(timer);
  const due = [...waiting];
  waiting.clear();
  for (const work of due) work(isTyping);
}
