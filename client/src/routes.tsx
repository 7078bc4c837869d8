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
const Account = screen('Account', () => import('./scenes/Account/Account'));
const Forgot = screen('Forgot', () => import('./scenes/Forgot/Forgot'));
const Reset = screen('Reset', () => import('./scenes/Reset/Reset'));
const Verify = screen('Verify', () => import('./scenes/Verify/Verify'));
const Singleplayer = screen('Singleplayer', () => import('./scenes/Singleplayer/Singleplayer'));
const Multiplayer = screen('Multiplayer', () => import('./scenes/Multiplayer/Multiplayer'));
const About = screen('About', () => import('./scenes/About/About'));
const Imprint = screen('Imprint', () => import('./scenes/Legal/Imprint'));
const Disclaimer = screen('Disclaimer', () => import('./scenes/Legal/Disclaimer'));
const Terms = screen('Terms', () => import('./scenes/Legal/Terms'));
const Feedback = screen('Feedback', () => import('./scenes/Feedback/Feedback'));
const TextRequest = screen('TextRequest', () => import('./scenes/TextRequest/TextRequest'));
const Admin = screen('Admin', () => import('./scenes/Admin/Admin'));
const Profile = screen('Profile', () => import('./scenes/Profile/Profile'));
const Shop = screen('Shop', () => import('./scenes/Shop/Shop'));
const ShopSuccess = screen('ShopSuccess', () => import('./scenes/ShopSuccess/ShopSuccess'));
const ShopCancel = screen('ShopCancel', () => import('./scenes/ShopCancel/ShopCancel'));
const NotFound = screen('NotFound', () => import('./scenes/NotFound/NotFound'));

/** Every route of the product, and which screen it shows. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<Home />} />
        <Route path="account/login" element={<Login />} />
        <Route path="account/signup" element={<Signup />} />
        <Route path="account" element={<Account />} />
        <Route path="account/forgot" element={<Forgot />} />
        <Route path="account/reset" element={<Reset />} />
        <Route path="account/verify" element={<Verify />} />
        <Route path="singleplayer" element={<Singleplayer />} />
        <Route path="multiplayer/:code" element={<Multiplayer />} />
        <Route path="about" element={<About />} />
        <Route path="imprint" element={<Imprint />} />
        <Route path="disclaimer" element={<Disclaimer />} />
        <Route path="terms-of-service" element={<Terms />} />
        <Route path="feedback" element={<Feedback />} />
        <Route path="text-request" element={<TextRequest />} />
        <Route path="admin" element={<Admin />} />
        <Route path="user/:username" element={<Profile />} />
        <Route path="shop" element={<Shop />} />
        <Route path="shop/success" element={<ShopSuccess />} />
        <Route path="shop/cancel" element={<ShopCancel />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
