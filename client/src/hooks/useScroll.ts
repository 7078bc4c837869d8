import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How long a page that is returned to may take to become as tall as it was, in milliseconds. */
const RESTORE_AT_MOST_MS = 2000;

/** Where each entry of the history stood, by its key; the tab forgets it with itself. */
const POSITIONS = 'scroll';

/**
 * A new page begins at its top; one that is returned to, by back, forward or reload, where it was left. What it shows may
 * still be on its way then, so the place is tried again while the page grows, until the visitor moves it themselves.
 */
export function useScroll(): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const isArrival = useRef(true);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    // Kept from the last scroll event: when the next page is here, this one's place is gone.
    let place = Math.round(window.scrollY);
    const onScroll = () => {
      place = Math.round(window.scrollY);
    };
    const remember = () => write({ ...read(), [key]: place });
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', remember);
    return () => {
      remember();
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', remember);
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what moves the page; a banner that goes is none
  useEffect(() => {
    const isNew = !isReturn || (isArrival.current && isFirstVisit());
    isArrival.current = false;
    const place = isNew ? 0 : (read()[key] ?? 0);
    window.scrollTo(0, place);
    if (place === 0) return;
    const growth = new ResizeObserver(() => {
      window.scrollTo(0, place);
      if (Math.abs(window.scrollY - place) <= 1) stop();
    });
    const stop = () => {
      growth.disconnect();
      clearTimeout(timer);
      for (const event of MOVES) window.removeEventListener(event, stop);
    };
    const timer = setTimeout(stop, RESTORE_AT_MOST_MS);
    for (const event of MOVES) window.addEventListener(event, stop, { passive: true });
    growth.observe(document.body);
    return stop;
  }, [pathname]);
}

/** What a visitor moves a page with. */
const MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Whether a link or the address bar led to this document: all such documents begin with the same key. */
function isFirstVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}

function read(): Record<string, number> {
  try {
    return JSON.parse(window.sessionStorage.getItem(POSITIONS) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function write(positions: Record<string, number>): void {
  try {
    window.sessionStorage.setItem(POSITIONS, JSON.stringify(positions));
  } catch {
    // Without storage every page begins at its top.
  }
}
