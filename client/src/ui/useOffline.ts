import { useEffect } from 'react';
import { useRoot } from '../core/useRoot';

/** The time after which a page has loaded what it shows, in milliseconds. */
const LOADED_AFTER_MS = 5000;

/** Lets the browser keep the site for practice without a network, once the page has nothing else to do. */
export function useOffline(): void {
  const root = useRoot();
  useEffect(() => {
    // The server puts it into the page if the operator wants it.
    const link = document.querySelector<HTMLLinkElement>('link[rel=serviceworker]');
    if (!link || !navigator.serviceWorker) return;
    setTimeout(() => {
      import('./offline').then(({ keepOffline }) => keepOffline(root, link.href)).catch(() => {});
    }, LOADED_AFTER_MS);
  }, [root]);
}
