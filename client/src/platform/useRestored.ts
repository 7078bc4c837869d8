import { useEffect, useRef } from 'react';

/** Calls `onRestored` when the browser shows the page again as it was left: Back may bring it whole from a cache. */
export function useRestored(onRestored: () => void): void {
  const handler = useRef(onRestored);
  handler.current = onRestored;
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => persisted && handler.current();
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, []);
}
