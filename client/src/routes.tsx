import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router';
import { loadChunk } from './chunks';
import { Layout } from './components/Layout';

/** A screen, whose script is loaded when it is first visited. */
function screen(id: string, load: () => Promise<{ Component: ComponentType }>) {
  return lazy(async () => ({ default: (await loadChunk(id, load)).Component }));
}

const Home = screen('Home', () => import('./scenes/Home/Home'));
const Login = screen('Login', () => import('./scenes/Login/Login'));
const Signup = screen('Signup', () => import('./scenes/Signup/Signup'));
const Singleplayer = screen('Singleplayer', () => import('./scenes/Singleplayer/Singleplayer'));
const Multiplayer = screen('Multiplayer', () => import('./scenes/Multiplayer/Multiplayer'));
const NotFound = screen('NotFound', () => import('./scenes/NotFound/NotFound'));

/** Every route of the product, and which screen it shows. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<Home />} />
        <Route path="account/login" element={<Login />} />
        <Route path="account/signup" element={<Signup />} />
        <Route path="singleplayer" element={<Singleplayer />} />
        <Route path="multiplayer/:code" element={<Multiplayer />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
