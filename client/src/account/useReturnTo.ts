import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SIGNUP_NOTICE_MS } from '../core/NoticeStore';
import { isRace, paths } from '../core/paths';
import { type ReturnTo, returnOf } from '../core/returnTo';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';

/** The navigation state that the visitor came with, for links to the other screens of an account. */
export function useReturnState(): ReturnTo | null {
  const next = returnOf(useLocation().state, window.location.origin);
  return next === null ? null : { next };
}

/**
 * Leads from login or signup back to where the visitor came from, or home.
 *
 * @param isDone True if the visitor is already logged in: they are redirected at once.
 */
export function useReturnTo(isDone: boolean): { state: ReturnTo | null; go: (banner: 'login' | 'signup') => void } {
  const navigate = useNavigate();
  const t = useText();
  const { notice } = useRoot();
  const state = useReturnState();
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
