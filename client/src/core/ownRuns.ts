import type { QueryClient } from '@tanstack/react-query';
import { refresh } from './queryClient';

/** The names of the queries whose answers come from the user's own runs. */
export const PRACTICE_STATS = 'practiceStats';
export const HISTORY = 'history';
export const KEYS = 'keys';

/**
 * The time for which answers about the user's own runs are fresh, in milliseconds. A run on this page renews them, so
 * only news from another device can be that late.
 */
export const RUNS_FRESH_MS = 60_000;

/**
 * The options of queries about ranked races. What a screen shows when it is opened includes a race that has just ended;
 * a visitor who only comes back to the window can wait.
 */
export const RACES_FRESH = { staleTime: RUNS_FRESH_MS, refetchOnMount: 'always' } as const;

/** Fetches again what a saved or deleted run changes. */
export async function refreshRuns(queries: QueryClient): Promise<void> {
  await Promise.all([PRACTICE_STATS, HISTORY, KEYS].map((name) => refresh(queries, [name])));
}
