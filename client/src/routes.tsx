import type { ComponentType } from 'react';
import { matchPath, Route, Routes } from 'react-router';
import { loadChunk } from './chunks';
import { Layout } from './components/Layout';
import { PageLoading } from './components/PageLoading';
import { Script, useScript } from './hooks/useScript';

interface ScreenScript {
  script: Script<ComponentType>;
  /** Has the browser fetch the script, and no more. */
  fetch: () => Promise<unknown>;
}

/** A screen's script is loaded when the screen is first visited. */
function screen(id: string, load: () => Promise<{ Component: ComponentType }>): ScreenScript {
  return { script: new Script(async () => (await loadChunk(id, load)).Component), fetch: load };
}

/** Every route of the product, and the screen that it shows. */
const screens: Readonly<Record<string, ScreenScript>> = {
  '/': screen('Home', () => import('./scenes/Home/Home')),
  '/account/login': screen('Login', () => import('./scenes/Login/Login')),
  '/account/signup': screen('Signup', () => import('./scenes/Signup/Signup')),
  '/account': screen('Account', () => import('./scenes/Account/Account')),
  '/account/forgot': screen('Forgot', () => import('./scenes/Forgot/Forgot')),
  '/account/reset': screen('Reset', () => import('./scenes/Reset/Reset')),
  '/account/verify': screen('Verify', () => import('./scenes/Verify/Verify')),
  '/singleplayer': screen('Singleplayer', () => import('./scenes/Singleplayer/Singleplayer')),
  '/multiplayer/:code': screen('Multiplayer', () => import('./scenes/Multiplayer/Multiplayer')),
  '/about': screen('About', () => import('./scenes/About/About')),
  '/imprint': screen('Imprint', () => import('./scenes/Legal/Imprint')),
  '/disclaimer': screen('Disclaimer', () => import('./scenes/Legal/Disclaimer')),
  '/terms-of-service': screen('Terms', () => import('./scenes/Legal/Terms')),
  '/feedback': screen('Feedback', () => import('./scenes/Feedback/Feedback')),
  '/text-request': screen('TextRequest', () => import('./scenes/TextRequest/TextRequest')),
  '/admin': screen('Admin', () => import('./scenes/Admin/Admin')),
  '/user/:username': screen('Profile', () => import('./scenes/Profile/Profile')),
  '/shop': screen('Shop', () => import('./scenes/Shop/Shop')),
  '/shop/success': screen('ShopSuccess', () => import('./scenes/ShopSuccess/ShopSuccess')),
  '/shop/cancel': screen('ShopCancel', () => import('./scenes/ShopCancel/ShopCancel')),
  '*': screen('NotFound', () => import('./scenes/NotFound/NotFound')),
};

/**
 * Begins to fetch the screen of an address before it is rendered: the first render of the page alone takes a third of a
 * second on a slow machine.
 */
export function preloadScreen(pathname: string): void {
  const path = Object.keys(screens).find((pattern) => matchPath(pattern, pathname));
  // What fails here is tried again by the screen, which alone may reload the page for it.
  if (path) screens[path]?.fetch().catch(() => {});
}

function Screen({ script }: { script: Script<ComponentType> }) {
  const Shown = useScript(script);
  return Shown ? <Shown /> : <PageLoading />;
}

/** Shows the screen of the page's address. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {Object.entries(screens).map(([path, { script }]) => (
          <Route key={path} path={path} element={<Screen script={script} />} />
        ))}
      </Route>
    </Routes>
  );
}
