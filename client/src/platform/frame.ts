type Action = () => void;

let due: Action[] = [];
let channel: MessageChannel | null = null;

/** Calls `action` when the next frame has been handed on for display. */
export function afterNextFrame(action: Action): void {
  due.push(action);
  if (due.length > 1) return;
  // A task runs only when the frame that has begun is done.
  requestAnimationFrame(() => framePort().postMessage(null));
}

/** One channel for all frames: making one for every key costs more than what it is made for. */
function framePort(): MessagePort {
  if (channel === null) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const actions = due;
      due = [];
      for (const action of actions) action();
    };
  }
  return channel.port2;
}
