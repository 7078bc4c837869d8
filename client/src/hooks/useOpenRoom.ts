import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../paths';
import { useRestored } from './useRestored';
import { useRoot } from './useRoot';

/** Opens a race and goes there; a guest is asked to log in first. `after` is the room to race again from. */
export function useOpenRoom(after?: string): { open: () => void; isOpening: boolean; error: string | null } {
  const { session, world } = useRoot();
  const navigate = useNavigate();
  const room = useMutation({
    mutationFn: (token: string) => world.api.openRoom(token, after),
    // Every race begins on a fresh page.
    onSuccess: ({ code }) => window.location.assign(paths.race(code)),
  });
  // Who comes back from the race wants another one.
  useRestored(room.reset);
  const isOpening = room.isPending || room.isSuccess;
  return {
    open() {
      if (isOpening) return;
      if (session.token === null) navigate(paths.login);
      else room.mutate(session.token);
    },
    isOpening,
    error: room.error?.message ?? null,
  };
}
