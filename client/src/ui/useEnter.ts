import { useEffect, useEffectEvent } from 'react';

/** Calls `onEnter` for an Enter, with or without Shift, that is for nothing else on the page. */
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

/** Whether a key on `target` means something there: a link, a button, a field, a dialog. */
export function isForAnother(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea, dialog') !== null;
}
