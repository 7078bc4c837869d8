import { useEffect, useState } from 'react';

/** Returns `performance.now`, updated every `everyMs` milliseconds while `isRunning`. */
export function useNow(everyMs: number, isRunning = true): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isRunning]);
  return now;
}
