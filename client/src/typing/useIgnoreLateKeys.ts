import { useEffect } from 'react';
import { usesKeysItself } from '../ui/keys';

/** The time after the end of a run in which a fast typist's last keys may arrive, in milliseconds. */
const LAST_KEYS_MS = 1000;

/** Keys that browsers use themselves: Space scrolls, and the others open Firefox's search. */
const BROWSER_KEYS = [' ', "'", '/'];

/** Ignores the last keys of a run that has just ended: Space would scroll the page. */
export function useIgnoreLateKeys(): void {
  useEffect(() => {
    const shownAt = performance.now();
    const ignoreLate = (event: KeyboardEvent) => {
      const isLate = BROWSER_KEYS.includes(event.key) && event.timeStamp - shownAt < LAST_KEYS_MS;
      if (isLate && !usesKeysItself(event.target)) event.preventDefault();
    };
    document.addEventListener('keydown', ignoreLate);
    return () => document.removeEventListener('keydown', ignoreLate);
  }, []);
}
