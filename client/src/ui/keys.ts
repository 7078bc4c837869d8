import { useEffect, useEffectEvent } from 'react';

/** Calls `onEnter` for Enter, with or without Shift, unless the focused element uses it. */
export function useEnter(onEnter: (withShift: boolean) => void): void {
  const handle = useEffectEvent(onEnter);
  useEffect(() => {
    const onKeydown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || isForAnother(event.target)) return;
      event.preventDefault();
      handle(event.shiftKey);
    };
    document.addEventListener('keydown', onKeydown);
    return () => document.removeEventListener('keydown', onKeydown);
  }, []);
}

/** Returns whether `target` uses keys itself: a link, a button, a field or a dialog. */
export function isForAnother(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea, dialog') !== null;
}
