import { useQuery } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import { ApiError } from '../net/ApiError';

/** The interval at which an overlay asks for the race of its racer, in milliseconds. */
const RACE_OF_RACER_EVERY_MS = 5000;

/** The public race of a racer who has switched the overlay on, asked for again and again while `isWanted`. */
export function useRaceOfRacer(username: string, isWanted: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['raceOfRacer', username],
    queryFn: () => api.post('/api/watch/racer', { username }),
    retry: false,
    staleTime: 0,
    // A streaming program may call its page hidden although the stream shows it.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { error } }) =>
      isWanted && !(error instanceof ApiError && error.status === 404) && RACE_OF_RACER_EVERY_MS,
  });
}
