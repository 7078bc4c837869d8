import { createBrowserRouter } from 'react-router';
import { loadChunk } from './chunks';
import { ErrorScreen } from './components/ErrorScreen';
import { Layout } from './components/Layout';
import { PageLoading } from './components/PageLoading';

/** Every route of the product, and which screen it shows. Screens are loaded when they are first visited. */
export function makeRouter() {
  return createBrowserRouter([
    {
      element: <Layout />,
      errorElement: <ErrorScreen />,
      hydrateFallbackElement: <PageLoading />,
      children: [
        { index: true, lazy: () => loadChunk('Home', () => import('./scenes/Home/Home')) },
        { path: 'account/login', lazy: () => loadChunk('Login', () => import('./scenes/Login/Login')) },
        { path: 'account/signup', lazy: () => loadChunk('Signup', () => import('./scenes/Signup/Signup')) },
        {
          path: 'singleplayer',
          lazy: () => loadChunk('Singleplayer', () => import('./scenes/Singleplayer/Singleplayer')),
        },
        {
          path: 'multiplayer/:code',
          lazy: () => loadChunk('Multiplayer', () => import('./scenes/Multiplayer/Multiplayer')),
        },
        { path: '*', lazy: () => loadChunk('NotFound', () => import('./scenes/NotFound/NotFound')) },
      ],
    },
  ]);
}
