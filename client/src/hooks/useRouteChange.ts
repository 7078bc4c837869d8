import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useRoot } from './useRoot';

/**
 * What every change of the route brings: the cookie notice is evaluated, and the focus goes to the new screen, so that a
 * keyboard goes on there and a screen reader reads it. Answers where the screen is put.
 */
export function useRouteChange(): RefObject<HTMLElement | null> {
  const { consent } = useRoot();
  const { pathname } = useLocation();
  const screen = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
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
