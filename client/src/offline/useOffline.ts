import { useEffect } from 'react';
import type { Language } from '../core/text';
import { useRoot } from '../core/useRoot';

/** The time after which a page has loaded what it shows, in milliseconds. */
const LOADED_AFTER_MS = 5000;

/** Lets the browser keep the site for practice in a language without a network, once the page has nothing else to do. */
export function useOffline(language: Language): void {
  const root = useRoot();
  useEffect(() => {
    // The server puts it into the page if the operator wants it.
    const link = document.querySelector<HTMLLinkElement>('link[rel=serviceworker]');
    if (!link || !navigator.serviceWorker) return;
    const timer = setTimeout(() => {
      import('./keepOffline').then(({ keepOffline }) => keepOffline(root, link.href, language)).catch(() => {});
    }, LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [root, language]);
}
