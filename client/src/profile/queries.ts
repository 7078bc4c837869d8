import { type QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import type { ApiClient } from '../net/ApiClient';
import type { Skin } from '../net/api';

const USER_STATS_KEY = 'userStats';

/** The statistics of a racer; to themselves also their skins. */
export function userStatsQuery(api: ApiClient, username: string) {
  return queryOptions({
    queryKey: [USER_STATS_KEY, username, api.token],
    queryFn: () => api.stats(username),
  });
}

/** Something about a user has changed: their skins, name or country. Resolves when what the page shows is new. */
export function refreshUserStats(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [USER_STATS_KEY] });
}

/** Puts on a skin that the user owns. */
export function useChangeSkin() {
  const { session, notice, services } = useRoot();
  const strings = useStrings();
  return useMutation({
    mutationFn: ({ filename }: Skin) => services.api.changeSkin(filename),
    onSuccess: async (_, { name }) => {
      notice.show(strings.profile.skins.changed(name));
      await Promise.all([session.check(), refreshUserStats(services.queries)]);
    },
  });
}
