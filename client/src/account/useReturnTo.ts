import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isRace, paths } from '../app/paths';
import { SIGNUP_NOTICE_MS } from '../app/stores/NoticeStore';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';

/** What the screens of an account hand on to each other: where the visitor was going before they had to log in. */
interface ReturnTo {
  next: string;
}

/** The screens, beside every race, that hand visitors over to login and get them back. */
const SENDERS: readonly string[] = [paths.account, paths.feedback, paths.textRequest, paths.shop, paths.shopSuccess];

/**
 * The way on after login or signup: to the race or the screen that the visitor came from, else home.
 *
 * @param isDone Whether there is nothing to do here, because the visitor is logged in already: they are redirected at once.
 */
export function useReturnTo(isDone: boolean): { state: ReturnTo | null; go: (banner: 'login' | 'signup') => void } {
  const navigate = useNavigate();
  const location = useLocation();
  const strings = useStrings();
  const { notice } = useRoot();
  const state = isReturnTo(location.state) ? location.state : null;
  const next = state?.next ?? paths.home;
  const redirect = () => {
    // Every race begins on a fresh page.
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
    (isRace(state.next) || SENDERS.includes(pathOf(state.next)))
  );
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? address;
}
