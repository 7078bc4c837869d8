import type { RootStore } from '../app/stores/RootStore';
import type { ApiClient } from '../net/ApiClient';
import type { PracticeServices } from './PracticeRun';

/** The practice statistics of the user. */
export function practiceStatsQuery(api: ApiClient) {
  return { key: ['practiceStats', api.token], fetch: () => api.postAsUser('/api/singleplayer/stats', {}) };
}

/** A text to practice. */
export function practiceText(api: ApiClient) {
  return { key: 'practiceText', fetch: () => api.text() };
}

/** The api's part in a practice: results of a guest are not saved. */
export function practiceServices({ services: { api, queries }, session }: RootStore): PracticeServices {
  if (!session.isLoggedIn) return { save: null, best: null };
  const statistics = queries.get(practiceStatsQuery(api));
  return {
    save: async (result) => {
      await api.postAsUser('/api/singleplayer', result);
      await statistics.refetch();
    },
    best: statistics.data?.bestRace ?? null,
  };
}
