import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isRace, paths } from '../../core/paths';
import { useRoot } from '../../core/useRoot';

/**
 * On every route change, evaluates the cookie notice and moves the focus to the new screen, so that keyboard and screen
 * reader continue there. Scrolls a new screen to its top; on back and forward, the browser restores the position.
 * Stores a return home from a race by the browser's own button. Returns the ref of the screen's element.
 */
export function useRouteChange(): RefObject<HTMLElement | null> {
  const { consent, services } = useRoot();
  const { pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const screen = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  // Before the effects of Home, which reads the stored return.
  useLayoutEffect(() => {
    if (!isReturn && pathname !== shown.current) window.scrollTo(0, 0);
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
