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

/** The time after the end of a run in which a fast typist's last keys may arrive, in milliseconds. */
const LAST_KEYS_MS = 1000;

/** Ignores the last keys of a run that has just ended: Space would scroll the page. */
export function useKeepStill(): void {
  useEffect(() => {
    const shownAt = performance.now();
    const keepStill = (event: KeyboardEvent) => {
      const isLate = BROWSER_KEYS.includes(event.key) && event.timeStamp - shownAt < LAST_KEYS_MS;
      if (isLate && !isForAnother(event.target)) event.preventDefault();
    };
    document.addEventListener('keydown', keepStill);
    return () => document.removeEventListener('keydown', keepStill);
  }, []);
}

/** Keys that browsers use themselves: Space scrolls, and the others open Firefox's search. */
const BROWSER_KEYS = [' ', "'", '/'];
