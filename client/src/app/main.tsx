// First, so that the styles of parts and screens come after these and win.
import '../design/tokens.css';
import '../design/base.css';
import { screen, storage } from './ahead';
import '../design/fonts.css';
import { autorun } from 'mobx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ApiClient } from '../net/ApiClient';
import { webAudioSounds } from '../platform/sound';
import { ErrorBoundary } from '../shell/ErrorScreen';
import { Prefetch } from './prefetch';
import { AppRoutes } from './routes';
import { ConnectionStore } from './stores/ConnectionStore';
import { LanguageStore } from './stores/LanguageStore';
import { QueryCache } from './stores/QueryCache';
import { RootStore } from './stores/RootStore';
import type { Theme } from './stores/ThemeStore';
import { RootContext } from './useRoot';
import { StringsProvider } from './useStrings';

/** A server that has not said within this time that it is there, in milliseconds, is away. */
const HEALTH_TIMEOUT_MS = 10_000;

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const queries = new QueryCache();
const connection = new ConnectionStore(
  () => fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }),
  () => {
    queries.retryFailed();
    if (!root.session.isLoggedIn) void root.tellIfOver(root.session.check());
  },
);
const language = new LanguageStore(storage, navigator.languages, connection);
/** Fetch that tells the server the page's language, which mails are then in, and tells whether the server answers. */
const watchedFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('Accept-Language', language.chosen);
  try {
    const response = await fetch(input, { ...init, headers });
    connection.reach();
    return response;
  } catch (error) {
    connection.lose();
    throw error;
  }
};
const root = new RootStore({
  api: new ApiClient(
    () => language.strings.errors,
    () => root.session.token,
    () => void root.tellIfOver(root.session.doubt()),
    watchedFetch,
  ),
  connection,
  language,
  prefetch: new Prefetch(),
  queries,
  sounds: webAudioSounds(),
  storage,
  systemPrefersDark: systemDark.matches,
});

systemDark.addEventListener('change', ({ matches }) => root.theme.followSystem(matches));
window.addEventListener('offline', () => connection.lose());
window.addEventListener('online', () => {
  queries.renew();
  void connection.retry();
});
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && queries.renew());
window.addEventListener('storage', ({ key }) => root.followOtherWindows(key));
// A page that Back brings whole from a cache was told nothing while it lay there.
window.addEventListener('pageshow', ({ persisted }) => persisted && root.followOtherWindows(null));
autorun(() => {
  document.documentElement.dataset.theme = root.theme.theme;
  wearAround(root.theme.theme);
});
autorun(() => {
  document.documentElement.lang = language.language;
});
// First, so that the check tells the server which language that is.
const spoken = language.start();
const checked = root.session.check();
screen?.prepare?.(root, window.location.pathname);
// A visitor who reads another language does not see the fallback flash by. Parcel's development build has no top-level await.
void spoken
  .catch((error: unknown) => console.error(error))
  .then(() => {
    void root.tellIfOver(checked);
    show();
  });

/** Colours what the browser draws around the page as the page: index.html has a colour for each theme. */
function wearAround(theme: Theme): void {
  for (const around of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    around.dataset.theme ??= around.media.includes('dark') ? 'dark' : 'light';
    around.media = around.dataset.theme === theme ? 'all' : 'not all';
  }
}

function show(): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has an element with the id root');
  createRoot(container).render(
    <StrictMode>
      <RootContext value={root}>
        <StringsProvider>
          <ErrorBoundary>
            {/* A transition would show the new address later than what the stores say about it. */}
            <BrowserRouter useTransitions={false}>
              <AppRoutes />
            </BrowserRouter>
          </ErrorBoundary>
        </StringsProvider>
      </RootContext>
    </StrictMode>,
  );
}
