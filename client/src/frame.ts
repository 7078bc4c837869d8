/**
 * Calls `action` when the next frame has been handed on for display, with the milliseconds that the page spent on it
 * after the scripts: styles, layout, paint.
 */
export function afterNextFrame(action: (workMs: number) => void): void {
  requestAnimationFrame(() => {
    const began = performance.now();
    // A task runs only when the frame that has begun is done.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      action(performance.now() - began);
    };
    port2.postMessage(null);
  });
}
