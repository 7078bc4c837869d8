import type { ApiClient } from '../net/ApiClient';

/** The practice statistics of the user. */
export function practiceStatsQuery(api: ApiClient) {
  return { key: ['practiceStats', api.token], fetch: () => api.postAsUser('/api/singleplayer/stats', {}) };
}

/** A text to practice. There is no retry: without one, practice leads home. */
export function practiceText(api: ApiClient) {
  return { key: 'practiceText', fetch: () => api.text() };
}
