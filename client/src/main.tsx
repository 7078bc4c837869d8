import './design/fonts.css';
import './design/tokens.css';
import './design/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { autorun } from 'mobx';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './components/ErrorBoundary';
import { RootContext } from './hooks/useRoot';
import { ApiClient } from './net/ApiClient';
import { makeQueryClient } from './queries/queryClient';
import { AppRoutes } from './routes';
import { webAudioSounds } from './sound';
import { RootStore } from './stores/RootStore';
import { browserStorage } from './stores/storage';

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const queries = makeQueryClient();
const root = new RootStore({
  api: new ApiClient(),
  queries,
  sounds: webAudioSounds(),
  storage: browserStorage(() => window.localStorage),
  tabStorage: browserStorage(() => window.sessionStorage),
  systemPrefersDark: systemDark.matches,
});

systemDark.addEventListener('change', ({ matches }) => root.theme.followSystem(matches));
autorun(() => {
  document.documentElement.dataset.theme = root.theme.theme;
});
void root.session.check();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has an element with the id root');
createRoot(container).render(
  <RootContext.Provider value={root}>
    <QueryClientProvider client={queries}>
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
    </QueryClientProvider>
  </RootContext.Provider>,
);
