/** Sets up the page's stores and sends its first calls. Without React, which takes longer to load than all of it. */

import { autorun } from 'mobx';
import { applySettings } from '../core/appearance';
import { ConnectionStore } from '../core/ConnectionStore';
import { isPaletteShortcut } from '../core/paletteShortcut';
import { followConnection, makeQueryClient } from '../core/queryClient';
import { RootStore } from '../core/RootStore';
import { SettingsStore } from '../core/SettingsStore';
import { ApiClient } from '../net/ApiClient';
import { ERROR_HEADER } from '../net/serverError';
import { correctLanguages } from '../platform/languages';
import { loadExtra, loadFrom } from '../platform/loading';
import { whenOpened } from '../platform/prerender';
import { loadedSounds } from '../platform/sounds';
import { browserStorage } from '../platform/storage';
import { addressOf, routeAt } from './routes';

/** The time within which an available server answers, in milliseconds. */
const HEALTH_TIMEOUT_MS = 10_000;

correctLanguages(navigator);
const storage = browserStorage(() => window.localStorage);
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const queries = makeQueryClient();
const connection = new ConnectionStore(async () => {
  const { ok } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
  if (!ok) throw new Error('a proxy answered for the server');
});
loadFrom(connection);
followConnection(queries, connection);
// The service worker has answered in place of the server.
if ('kept' in document.documentElement.dataset) connection.markLost();
const settings = new SettingsStore(storage, systemDark.matches);
/** `fetch` with the page's language, which the server uses for mails. Reports whether the server answers. */
const watchedFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('Accept-Language', settings.language);
  try {
    const response = await fetch(input, { ...init, headers });
    // A proxy answered because our server is down.
    if (response.status >= 502 && !response.headers.has(ERROR_HEADER)) connection.markLost();
    else connection.markReachable();
    return response;
  } catch (error) {
    connection.markLost();
    throw error;
  }
};
export const root = new RootStore({
  api: new ApiClient(
    () => root.session.token,
    () => void root.session.recheck(),
    watchedFetch,
  ),
  connection,
  queries,
  settings,
  sounds: loadedSounds(async () => (await import('../platform/sound')).webAudioSounds()),
  storage,
});

if (window.isPaletteWanted) root.palette.open();
// Not in its component, which renders later.
window.addEventListener('keydown', (event) => {
  if (!isPaletteShortcut(event)) return;
  event.preventDefault();
  if (root.palette.isOpen) root.palette.close();
  else if (!document.querySelector('dialog[open]')) root.palette.open();
});
systemDark.addEventListener('change', ({ matches }) => settings.followSystem(matches));
window.addEventListener('offline', () => connection.markLost());
window.addEventListener('online', () => void connection.retry());
window.addEventListener('storage', ({ key }) => root.followOtherWindows(key));
// A page in the back/forward cache receives no storage events.
window.addEventListener('pageshow', ({ persisted }) => persisted && root.followOtherWindows(null));
autorun(() => {
  applySettings(document.documentElement, settings.values, settings.systemPrefersDark);
  setThemeColor();
});
autorun(() => {
  document.documentElement.lang = settings.language;
});
root.whenInReach(() => {
  if (storage.get('practices') === null && storage.get('finishes') === null) return;
  // Without the script, they wait for the next visit.
  void loadExtra(() => import('../outbox/deliver')).then(({ deliver }) => deliver(root), console.warn);
});
root.session.start();
const { pathname, search, hash } = window.location;
const address = addressOf(pathname);
// Before React Router, which takes `//` for the beginning of another site's address.
if (address !== pathname) window.history.replaceState(window.history.state, '', address + search + hash);
/** Resolves once the screen at the page's address has what it needs first, or will not get it. */
export const prepared = whenOpened().then(() => routeAt(address)?.prepare(root, address));

/** Sets the color of the browser's own bars to the theme's. The page has one for each preference of the system. */
function setThemeColor(): void {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = backgroundColor;
}
