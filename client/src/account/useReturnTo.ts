import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isRace, paths } from '../app/paths';
import { SIGNUP_NOTICE_MS } from '../app/stores/NoticeStore';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';

/** The state of the login and signup screens: the address at which the visitor was asked to log in. */
interface ReturnTo {
  next: string;
}

/** Screens, besides every race, that may be returned to. */
const RETURNABLE: readonly string[] = [paths.account, paths.feedback, paths.textRequest, paths.shop, paths.shopSuccess];

/**
 * Leads from login or signup back to the race or screen that the visitor came from, or home.
 *
 * @param isDone Whether the visitor is logged in already: they are redirected at once.
 */
export function useReturnTo(isDone: boolean): { state: ReturnTo | null; go: (banner: 'login' | 'signup') => void } {
  const navigate = useNavigate();
  const location = useLocation();
  const strings = useStrings();
  const { notice } = useRoot();
  const state = isReturnTo(location.state) ? location.state : null;
  const next = state?.next ?? paths.home;
  const redirect = () => {
    // Every race starts with a page load.
    if (isRace(next)) window.location.replace(next);
    else navigate(next, { replace: true });
  };
  const redirectNow = useEffectEvent(redirect);
  useEffect(() => {
    if (isDone) redirectNow();
  }, [isDone]);
  return {
    state,
    go(banner) {
      if (!state) {
        navigate(paths.homeWith(banner));
        return;
      }
      redirect();
      if (!isRace(next)) notice.show(strings.home.banners[banner], banner === 'signup' ? SIGNUP_NOTICE_MS : undefined);
    },
  };
}

function isReturnTo(state: unknown): state is ReturnTo {
  return (
    typeof state === 'object' &&
    state !== null &&
    'next' in state &&
    typeof state.next === 'string' &&
    (isRace(state.next) || RETURNABLE.includes(pathOf(state.next)))
  );
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? address;
}
