import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import type { RootStore } from '../core/RootStore';
import { RootContext } from '../core/useRoot';
import { LanguageProvider } from '../core/useText';
import { AppRoutes } from './AppRoutes';
import { routeAt } from './routes';
import { screens } from './screens';
import { ErrorBoundary } from './shell/ErrorScreen';

/** The longest that the frame of the page waits for its first screen and its data, in milliseconds. */
const SCREEN_TIMEOUT_MS = 500;

/** Shows the page, once the screen at its address is loaded and `prepared`. */
export async function show(root: RootStore, prepared: Promise<void> | undefined): Promise<void> {
  const route = routeAt(window.location.pathname);
  loadFonts(route?.isTyped ? ['typing', 'text', 'display'] : ['text', 'display']);
  // Rendering the frame before its screen would delay the screen. A screen that fails loads again once it is rendered.
  await Promise.race([
    Promise.all([route && screens[route.pattern].load().catch(() => {}), prepared]),
    new Promise((resolve) => setTimeout(resolve, SCREEN_TIMEOUT_MS)),
  ]);
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no element with the id root');
  createRoot(container).render(
    <StrictMode>
      <RootContext value={root}>
        <QueryClientProvider client={root.services.queries}>
          <LanguageProvider>
            <ErrorBoundary>
              {/* In a transition, the new screen would render after the stores have changed. */}
              <BrowserRouter useTransitions={false}>
                <AppRoutes />
              </BrowserRouter>
            </ErrorBoundary>
          </LanguageProvider>
        </QueryClientProvider>
      </RootContext>
    </StrictMode>,
  );
}

/** Loads fonts in design/tokens.css. If that fails, the browser uses the next font in its list. */
function loadFonts(names: readonly string[]): void {
  const style = getComputedStyle(document.documentElement);
  for (const name of names) document.fonts.load(`1em ${style.getPropertyValue(`--font-${name}`)}`).catch(() => {});
}
