import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isRace, paths } from '../app/paths';
import { useRoot } from '../app/useRoot';

/**
 * What every change of the route brings: the cookie notice is evaluated, and the focus goes to the new screen, so that a
 * keyboard goes on there and a screen reader reads it. Who comes home from a race by the browser's own button is noted.
 * Answers where the screen is put.
 */
export function useRouteChange(): RefObject<HTMLElement | null> {
  const { consent, services } = useRoot();
  const { pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const screen = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  // Before the effects of the front page, which looks for it.
  useLayoutEffect(() => {
    if (isReturn && isRace(shown.current) && pathname === paths.home) services.storage.set('back', 'true');
  }, [isReturn, pathname, services]);
  useEffect(() => {
    consent.evaluate();
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A screen may have chosen its focus itself, and a dialog keeps it.
    const { activeElement } = document;
    if (screen.current?.contains(activeElement) || activeElement?.closest('dialog')) return;
    screen.current?.focus({ preventScroll: true });
  }, [consent, pathname]);
  return screen;
}
