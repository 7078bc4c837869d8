/**
 * Timers that never fire early. In k6 1.1, if the next timer is cancelled, the one after it fires at that moment
 * (newer versions have fixed this), so a heartbeat would time out too early.
 */

/** The longest time by which a timer of Node may be early, in milliseconds. */
const EARLY_MS = 1;

/** Calls `action` after `ms`, unless `cancel` of the returned object is called first. */
export function after(ms, action) {
  const due = Date.now() + ms;
  let timer;
  const arm = () => {
    timer = setTimeout(() => (due - Date.now() > EARLY_MS ? arm() : action()), due - Date.now());
  };
  arm();
  return { cancel: () => clearTimeout(timer) };
}

/** Resolves after `ms`. */
export const pause = (ms) => new Promise((resolve) => after(ms, resolve));
