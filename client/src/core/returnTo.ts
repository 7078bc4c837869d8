import { useLocation } from 'react-router';
import { webAddress } from '../platform/webAddress';

/** The navigation state of the login and signup screens. */
export interface ReturnTo {
  /** The address at which the visitor was asked to log in. */
  next: string;
}

/** The navigation state with which a link to login or signup leads back to this address. */
export function useReturnHere(): ReturnTo {
  const { pathname, search, hash } = useLocation();
  return { next: pathname + search + hash };
}

/**
 * The navigation state of a login that any screen offers. Home is where a login leads anyway, and the screens around it
 * keep the way back that they have.
 */
export function useWayBack(): unknown {
  const { pathname, state } = useLocation();
  const here = useReturnHere();
  return /^\/(account\/.+)?$/.test(pathname) ? state : here;
}

/** Returns where a navigation state leads back to at the site `origin`; null if it has no address of this site. */
export function returnOf(state: unknown, origin: string): string | null {
  if (typeof state !== 'object' || state === null || !('next' in state) || typeof state.next !== 'string') return null;
  // Browsers take `//other.example` and `/\other.example` for addresses of another site.
  const url = state.next.startsWith('/') ? webAddress(state.next, origin) : null;
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
}
