import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { loadChunk } from './chunks';
import { Layout } from './components/Layout';
import { PageLoading } from './components/PageLoading';
import { Script, useScript } from './hooks/useScript';

/** A screen's script is loaded when the screen is first visited. */
function screen(id: string, load: () => Promise<{ Component: ComponentType }>): Script<ComponentType> {
  return new Script(async () => (await loadChunk(id, load)).Component);
}

const home = screen('Home', () => import('./scenes/Home/Home'));
const login = screen('Login', () => import('./scenes/Login/Login'));
const signup = screen('Signup', () => import('./scenes/Signup/Signup'));
const account = screen('Account', () => import('./scenes/Account/Account'));
const forgot = screen('Forgot', () => import('./scenes/Forgot/Forgot'));
const reset = screen('Reset', () => import('./scenes/Reset/Reset'));
const verify = screen('Verify', () => import('./scenes/Verify/Verify'));
const singleplayer = screen('Singleplayer', () => import('./scenes/Singleplayer/Singleplayer'));
const multiplayer = screen('Multiplayer', () => import('./scenes/Multiplayer/Multiplayer'));
const about = screen('About', () => import('./scenes/About/About'));
const imprint = screen('Imprint', () => import('./scenes/Legal/Imprint'));
const disclaimer = screen('Disclaimer', () => import('./scenes/Legal/Disclaimer'));
const terms = screen('Terms', () => import('./scenes/Legal/Terms'));
const feedback = screen('Feedback', () => import('./scenes/Feedback/Feedback'));
const textRequest = screen('TextRequest', () => import('./scenes/TextRequest/TextRequest'));
const admin = screen('Admin', () => import('./scenes/Admin/Admin'));
const profile = screen('Profile', () => import('./scenes/Profile/Profile'));
const shop = screen('Shop', () => import('./scenes/Shop/Shop'));
const shopSuccess = screen('ShopSuccess', () => import('./scenes/ShopSuccess/ShopSuccess'));
const shopCancel = screen('ShopCancel', () => import('./scenes/ShopCancel/ShopCancel'));
const notFound = screen('NotFound', () => import('./scenes/NotFound/NotFound'));

function Screen({ script }: { script: Script<ComponentType> }) {
  const Shown = useScript(script);
  return Shown ? <Shown /> : <PageLoading />;
}

/** Every route of the product, and which screen it shows. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<Screen script={home} />} />
        <Route path="account/login" element={<Screen script={login} />} />
        <Route path="account/signup" element={<Screen script={signup} />} />
        <Route path="account" element={<Screen script={account} />} />
        <Route path="account/forgot" element={<Screen script={forgot} />} />
        <Route path="account/reset" element={<Screen script={reset} />} />
        <Route path="account/verify" element={<Screen script={verify} />} />
        <Route path="singleplayer" element={<Screen script={singleplayer} />} />
        <Route path="multiplayer/:code" element={<Screen script={multiplayer} />} />
        <Route path="about" element={<Screen script={about} />} />
        <Route path="imprint" element={<Screen script={imprint} />} />
        <Route path="disclaimer" element={<Screen script={disclaimer} />} />
        <Route path="terms-of-service" element={<Screen script={terms} />} />
        <Route path="feedback" element={<Screen script={feedback} />} />
        <Route path="text-request" element={<Screen script={textRequest} />} />
        <Route path="admin" element={<Screen script={admin} />} />
        <Route path="user/:username" element={<Screen script={profile} />} />
        <Route path="shop" element={<Screen script={shop} />} />
        <Route path="shop/success" element={<Screen script={shopSuccess} />} />
        <Route path="shop/cancel" element={<Screen script={shopCancel} />} />
        <Route path="*" element={<Screen script={notFound} />} />
      </Route>
    </Routes>
  );
}
