/**
 * Timers that are never early. In k6 1.1, cancelling the timer that is next makes the one behind it fire at that moment
 * (newer versions have mended it); a heartbeat would end long before its time.
 */

/** Longer than a timer of Node may be early, in milliseconds. */
const EARLY_MS = 1;

/** Calls `action` after `ms`, unless the answer's `cancel` is called before. */
export function after(ms, action) {
  const due = Date.now() + ms;
  let timer;
  const arm = () => {
    timer = setTimeout(() => (due - Date.now() > EARLY_MS ? arm() : action()), due - Date.now());
  };
  arm();
  return { cancel: () => clearTimeout(timer) };
}

/** Settles after `ms`. */
export const pause = (ms) => new Promise((resolve) => after(ms, resolve));
