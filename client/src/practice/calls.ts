import type { ApiClient } from '../net/ApiClient';

/** The practice statistics of the user. */
export function practiceStatsQuery(api: ApiClient) {
  return { key: ['practiceStats', api.token], fetch: () => api.postAsUser('/api/singleplayer/stats', {}) };
}

/** A text to practice. It is not retried: without a text, practice redirects home. */
export function practiceText(api: ApiClient) {
  return { key: 'practiceText', fetch: () => api.text() };
}
