type Action = (workMs: number) => void;

let due: Action[] = [];
let began = 0;
let channel: MessageChannel | null = null;

/**
 * Calls `action` when the next frame has been handed on for display, with the milliseconds that the page spent on it
 * after the scripts: styles, layout, paint.
 */
export function afterNextFrame(action: Action): void {
  due.push(action);
  if (due.length > 1) return;
  requestAnimationFrame(() => {
    began = performance.now();
    // A task runs only when the frame that has begun is done.
    framePort().postMessage(null);
  });
}

/** One channel for all frames: making one for every key costs more than what it is made for. */
function framePort(): MessagePort {
  if (channel === null) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const workMs = performance.now() - began;
      const actions = due;
      due = [];
      for (const action of actions) action(workMs);
    };
  }
  return channel.port2;
}
