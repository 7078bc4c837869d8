import { useEffect } from 'react';
import { usesKeysItself } from '../ui/keys';

/** The time after the end of a run in which a fast typist's last keys may arrive, in milliseconds. */
const LAST_KEYS_MS = 1000;

/** Space scrolls, the next two open Firefox's search, and Enter would leave a result before it is read. */
const LATE_KEYS = [' ', "'", '/', 'Enter'];

/** Ignores the last keys of a run that has just ended, before anything else obeys them. */
export function useIgnoreLateKeys(): void {
  useEffect(() => {
    const shownAt = performance.now();
    const ignoreLate = (event: KeyboardEvent) => {
      const isLate = LATE_KEYS.includes(event.key) && event.timeStamp - shownAt < LAST_KEYS_MS;
      if (isLate && !usesKeysItself(event.target)) event.preventDefault();
    };
    document.addEventListener('keydown', ignoreLate, { capture: true });
    return () => document.removeEventListener('keydown', ignoreLate, { capture: true });
  }, []);
}
