import type { ComponentType } from 'react';
import type { RootStore } from './stores/RootStore';

interface ScreenScript {
  /** What it is called where it could not be loaded. */
  id: string;
  load: () => Promise<{ Component: ComponentType }>;
  /** Whether it shows a text to type, in a font of its own. */
  isTyped?: true;
  /** Asks the server for what it begins with at `path`. */
  prepare?: (root: RootStore, path: string) => void;
}

/** Every route of the product, in the patterns of react-router, and the screen that it shows. */
export const screens: Readonly<Record<string, ScreenScript>> = {
  '/': { id: 'Home', load: () => import('./scenes/Home/Home') },
  '/account/login': { id: 'Login', load: () => import('./scenes/Login/Login') },
  '/account/signup': { id: 'Signup', load: () => import('./scenes/Signup/Signup') },
  '/account': { id: 'Account', load: () => import('./scenes/Account/Account') },
  '/account/forgot': { id: 'Forgot', load: () => import('./scenes/Forgot/Forgot') },
  '/account/reset': { id: 'Reset', load: () => import('./scenes/Reset/Reset') },
  '/account/verify': { id: 'Verify', load: () => import('./scenes/Verify/Verify') },
  '/singleplayer': {
    id: 'Singleplayer',
    load: () => import('./scenes/Singleplayer/Singleplayer'),
    isTyped: true,
    prepare: (root) => root.askForText(),
  },
  '/multiplayer/:code': {
    id: 'Multiplayer',
    load: () => import('./scenes/Multiplayer/Multiplayer'),
    isTyped: true,
    prepare: (root, path) => root.askForSeat(segmentsOf(path)[1] ?? ''),
  },
  '/about': { id: 'About', load: () => import('./scenes/About/About') },
  '/imprint': { id: 'Imprint', load: () => import('./scenes/Legal/Imprint') },
  '/disclaimer': { id: 'Disclaimer', load: () => import('./scenes/Legal/Disclaimer') },
  '/terms-of-service': { id: 'Terms', load: () => import('./scenes/Legal/Terms') },
  '/feedback': { id: 'Feedback', load: () => import('./scenes/Feedback/Feedback') },
  '/text-request': { id: 'TextRequest', load: () => import('./scenes/TextRequest/TextRequest') },
  '/admin': { id: 'Admin', load: () => import('./scenes/Admin/Admin') },
  '/user/:username': { id: 'Profile', load: () => import('./scenes/Profile/Profile') },
  '/shop': { id: 'Shop', load: () => import('./scenes/Shop/Shop') },
  '/shop/success': { id: 'ShopSuccess', load: () => import('./scenes/ShopSuccess/ShopSuccess') },
  '/shop/cancel': { id: 'ShopCancel', load: () => import('./scenes/ShopCancel/ShopCancel') },
  '*': { id: 'NotFound', load: () => import('./scenes/NotFound/NotFound') },
};

/** The screen of a path, with or without a slash at its end, as far as that can be told without the router. */
export function screenAt(path: string): ScreenScript | undefined {
  const segments = segmentsOf(path);
  const isLike = (pattern: string) => {
    const parts = segmentsOf(pattern);
    return parts.length === segments.length && parts.every((part, at) => part.startsWith(':') || part === segments[at]);
  };
  return screens[Object.keys(screens).find(isLike) ?? '*'];
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
