import { refreshRuns } from '../core/ownRuns';
import type { PracticeResult } from '../net/api';
import { onePerPage } from './onePerPage';
import { type ResultKind, UnsavedResults } from './UnsavedResults';

/** Practice: more than two thousand runs of half a minute, for a year. Their account may be gone for good. */
export const PRACTICE: ResultKind<PracticeResult, { status: string }> = {
  key: 'practices',
  keptCharacters: 4_000_000,
  keptMs: 365 * 24 * 3_600_000,
  isDue: () => true,
  send: (api, result) => api.postAsUser('/api/singleplayer', { ...result, sentAt: new Date().toISOString() }),
  isSaved: ({ status }) => status === 'ok',
};

/** The page's results of practice that are not saved yet. */
export const unsavedPractices = onePerPage(
  ({ services: { api, queries, storage } }) => new UnsavedResults(PRACTICE, api, storage, () => refreshRuns(queries)),
);
