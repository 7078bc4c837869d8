// Imported first, so that the styles of components override these.
import '../design/tokens.css';
import '../design/base.css';
import { initialRoute } from './preload';
import '../design/fonts.css';
import { root } from './page';
import '../design/typefaces.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { RootContext } from '../core/useRoot';
import { LanguageProvider } from '../core/useText';
import { AppRoutes } from './AppRoutes';
import { ErrorBoundary } from './shell/ErrorScreen';

/** The longest that the frame of the page waits for its first screen, in milliseconds. */
const SCREEN_TIMEOUT_MS = 500;

// Rendering the frame before its screen would delay the screen. A screen that fails loads again once it is rendered.
void Promise.race([
  initialRoute?.script.load().catch(() => {}),
  new Promise((resolve) => setTimeout(resolve, SCREEN_TIMEOUT_MS)),
]).then(show);

function show(): void {
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
