import { useEffect, useEffectEvent } from 'react';

/** Calls `onRestored` when the browser shows the page again as it was left: Back may bring it whole from a cache. */
export function useRestored(onRestored: () => void): void {
  const handle = useEffectEvent(onRestored);
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => persisted && handle();
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, []);
}
