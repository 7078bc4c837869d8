import type { MouseEvent } from 'react';

/** Returns whether `target` uses keys itself: a link, a button, a summary, a field or a dialog. */
export function usesKeysItself(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, input, select, textarea, dialog') !== null;
}

/** Leaves the focus on a text or its results when something is clicked, so that Enter restarts, and does not press it. */
export const leaveFocus = (event: MouseEvent) => event.preventDefault();
