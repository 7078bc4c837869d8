import type { RootStore } from '../core/RootStore';
import { PRACTICE_STATS_KEY } from '../core/UnsavedResults';
import type { ApiClient } from '../net/ApiClient';
import type { PracticeServices } from './PracticeRun';

/** The practice statistics of the user. */
export function practiceStatsQuery(api: ApiClient) {
  return { key: [PRACTICE_STATS_KEY, api.token], fetch: () => api.postAsUser('/api/singleplayer/stats', {}) };
}

/** A text to practice. */
export function practiceText(api: ApiClient) {
  return { key: 'practiceText', fetch: () => api.text() };
}

/** The api's part in a practice: results of a guest are not saved. */
export function practiceServices({ services: { api, queries }, session, unsaved }: RootStore): PracticeServices {
  // Without an answer to the login check, the token tells whose result it is.
  if (session.token === null) return { save: null, best: null };
  return {
    save: (result) => unsaved.save(result),
    best: queries.get(practiceStatsQuery(api)).data?.bestRace ?? null,
  };
}
