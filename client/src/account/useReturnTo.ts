import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SIGNUP_NOTICE_MS } from '../core/NoticeStore';
import { isRace, paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';

/** The navigation state of the login and signup screens. */
interface ReturnTo {
  /** The address at which the visitor was asked to log in. */
  next: string;
}

/** The addresses, besides every race and replay, to which visitors may return. */
const RETURNABLE: readonly string[] = [
  paths.account,
  paths.feedback,
  paths.textRequest,
  paths.shop,
  paths.shopSuccess,
  paths.today,
];

/**
 * Leads from login or signup back to where the visitor came from, or home.
 *
 * @param isDone True if the visitor is already logged in: they are redirected at once.
 */
export function useReturnTo(isDone: boolean): { state: ReturnTo | null; go: (banner: 'login' | 'signup') => void } {
  const navigate = useNavigate();
  const location = useLocation();
  const t = useText();
  const { notice } = useRoot();
  const state = isReturnTo(location.state) ? location.state : null;
  const next = state?.next ?? paths.home;
  const redirect = () => {
    // The contract: links to a race load the page.
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
      if (!isRace(next))
        notice.show(t(commonTexts.banners)[banner], banner === 'signup' ? SIGNUP_NOTICE_MS : undefined);
    },
  };
}

function isReturnTo(state: unknown): state is ReturnTo {
  return (
    typeof state === 'object' &&
    state !== null &&
    'next' in state &&
    typeof state.next === 'string' &&
    (isRace(state.next) || state.next.startsWith(paths.replay('')) || RETURNABLE.includes(pathOf(state.next)))
  );
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? address;
}
