import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { useWayBack } from '../core/returnTo';
import { useRoot } from '../core/useRoot';
import { useRestored } from '../platform/useRestored';
import { sharedRunIn } from './ghosts/rules';
import { openRoom } from './queries';
import type { Race } from './Race';

export interface OpenRoom {
  open: () => void;
  isOpening: boolean;
  error: Error | null;
}

/** Opens a race and loads its page; sends guests to the login, which leads back to this address. */
export function useOpenRoom(): OpenRoom {
  const { services, settings } = useRoot();
  return useRoom(() => openRoom(services.api, settings.textLanguage));
}

/** Opens a private race, which waits for friends, as {@link useOpenRoom} does. */
export function useOpenPrivateRace(): OpenRoom {
  const { services, settings } = useRoot();
  const { textLanguage: language } = settings;
  return useRoom(() => services.api.postAsUser('/api/multiplayer', { friends: true, language }));
}

/** Opens the race after `race`, with its racers. A racer who was alone meets the same shared ghost again, or anyone. */
export function useNextRace({ code, isSolo }: Race): OpenRoom {
  const { services, settings } = useRoot();
  const { search } = useLocation();
  const shared = isSolo ? sharedRunIn(search) : null;
  return useRoom(
    () =>
      shared
        ? services.api.postAsUser('/api/multiplayer', { race: shared.race, private: true })
        : openRoom(services.api, settings.textLanguage, isSolo ? undefined : code),
    shared ? search : '',
  );
}

/**
 * Loads the page of a race with this query, in the room that `find` returns. Sends guests to the login, which leads back
 * to this address.
 */
export function useRoom(find: () => Promise<{ code: string }>, query = ''): OpenRoom {
  const { session } = useRoot();
  const wayBack = useWayBack();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const room = useMutation({ mutationFn: find });
  const { reset } = room;
  // A visitor who navigates away in the meantime has changed their mind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path resets it
  useEffect(() => reset, [pathname, reset]);
  // A visitor who comes back from the race may open another one.
  useRestored(reset);
  const isOpening = room.isPending || room.isSuccess;
  return {
    open() {
      if (isOpening) return;
      if (session.token === null) navigate(paths.login, { state: wayBack });
      // Every race begins with a page load.
      else room.mutate(undefined, { onSuccess: ({ code }) => window.location.assign(paths.race(code) + query) });
    },
    isOpening,
    error: room.error,
  };
}
