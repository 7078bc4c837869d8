import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useRestored } from '../platform/useRestored';

/** Opens a race and goes there; a guest is asked to log in first. `after` is the room to race again from. */
export function useOpenRoom(after?: string): { open: () => void; isOpening: boolean; error: string | null } {
  const { session, services } = useRoot();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const room = useMutation({ mutationFn: () => services.api.openRoom(after) });
  const { reset } = room;
  // Every race begins on a fresh page. Asked for with each call: TanStack forgets that when the button is gone by then.
  const go = (code: string) => window.location.assign(paths.race(code));
  // Who goes elsewhere meanwhile, from a button that stays on the page, has changed their mind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what resets it
  useEffect(() => reset, [pathname, reset]);
  // Who comes back from the race wants another one.
  useRestored(reset);
  const isOpening = room.isPending || room.isSuccess;
  return {
    open() {
      if (isOpening) return;
      if (session.token === null) navigate(paths.login);
      else room.mutate(undefined, { onSuccess: ({ code }) => go(code) });
    },
    isOpening,
    error: room.error?.message ?? null,
  };
}
