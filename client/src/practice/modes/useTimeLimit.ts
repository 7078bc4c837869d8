import { useEffect } from 'react';
import type { PracticeRun } from '../PracticeRun';

/** The time after the limit in which a busy page may still handle keys that were pressed before it, in milliseconds. */
const LATE_KEYS_MS = 60;

/** Ends a timed practice at its limit. Needs an observer. */
export function useTimeLimit(practice: PracticeRun): void {
  const { startedAt, limitMs } = practice;
  useEffect(() => {
    if (startedAt === null || limitMs === null) return;
    const timer = setTimeout(() => practice.end(), startedAt + limitMs + LATE_KEYS_MS - performance.now());
    return () => clearTimeout(timer);
  }, [practice, startedAt, limitMs]);
}
