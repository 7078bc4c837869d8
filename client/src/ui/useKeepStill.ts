import { useEffect } from 'react';
import { isForAnother } from './useEnter';

/** How long after the end the last keys of a fast typist may still come, in milliseconds. */
const LAST_KEYS_MS = 1000;

/** Keeps the page where it is while the last keys of a run that has ended still come: Space would scroll it. */
export function useKeepStill(): void {
  useEffect(() => {
    const shownAt = performance.now();
    const keepStill = (event: KeyboardEvent) => {
      const isLate = OF_BROWSERS.includes(event.key) && event.timeStamp - shownAt < LAST_KEYS_MS;
      if (isLate && !isForAnother(event.target)) event.preventDefault();
    };
    document.addEventListener('keydown', keepStill);
    return () => document.removeEventListener('keydown', keepStill);
  }, []);
}

/** What browsers take for themselves: Space turns the page, and Firefox searches with the others. */
const OF_BROWSERS = [' ', "'", '/'];
