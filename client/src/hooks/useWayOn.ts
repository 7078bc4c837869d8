import { useLocation, useNavigate } from 'react-router';
import { paths } from '../paths';

/** What the screens of an account hand on to each other: where the visitor was going before they had to log in. */
interface WayOn {
  next: string;
}

/** Where to go after login or signup: on to the race that the visitor was invited to, else home. */
export function useWayOn(): { state: WayOn | null; go: (banner: 'login' | 'signup') => void } {
  const navigate = useNavigate();
  const location = useLocation();
  const state = isWayOn(location.state) ? location.state : null;
  return {
    state,
    go(banner) {
      // Every race begins on a fresh page.
      if (state) window.location.assign(state.next);
      else navigate(paths.homeWith(banner));
    },
  };
}

function isWayOn(state: unknown): state is WayOn {
  return (
    typeof state === 'object' &&
    state !== null &&
    'next' in state &&
    typeof state.next === 'string' &&
    state.next.startsWith('/multiplayer/')
  );
}
