import { useEffect, useEffectEvent } from 'react';

/** Calls `onRestored` when the browser restores the page from its back/forward cache. */
export function useRestored(onRestored: () => void): void {
  const handle = useEffectEvent(onRestored);
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => persisted && handle();
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, []);
}
