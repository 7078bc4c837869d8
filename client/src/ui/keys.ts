import { type MouseEvent, useEffect, useEffectEvent } from 'react';

/** Calls `onEnter` for Enter, with or without Shift, unless the focused element uses it. */
export function useEnter(onEnter: (withShift: boolean) => void): void {
  const handle = useEffectEvent(onEnter);
  useEffect(() => {
    const onKeydown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || usesKeysItself(event.target)) return;
      event.preventDefault();
      handle(event.shiftKey);
    };
    document.addEventListener('keydown', onKeydown);
    return () => document.removeEventListener('keydown', onKeydown);
  }, []);
}

/** Returns whether `target` uses keys itself: a link, a button, a summary, a field or a dialog. */
export function usesKeysItself(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, input, select, textarea, dialog') !== null;
}

/** Leaves the focus on a text or its results when something is clicked, so that Enter restarts, and does not press it. */
export const leaveFocus = (event: MouseEvent) => event.preventDefault();
