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
  '/': { id: 'Home', load: () => import('../home/Home') },
  '/account/login': { id: 'Login', load: () => import('../account/Login') },
  '/account/signup': { id: 'Signup', load: () => import('../account/Signup') },
  '/account': { id: 'Account', load: () => import('../account/Account') },
  '/account/forgot': { id: 'Forgot', load: () => import('../account/Forgot') },
  '/account/reset': { id: 'Reset', load: () => import('../account/Reset') },
  '/account/verify': { id: 'Verify', load: () => import('../account/Verify') },
  '/singleplayer': {
    id: 'Singleplayer',
    load: () => import('../practice/Practice'),
    isTyped: true,
    prepare: (root) => root.askForText(),
  },
  '/multiplayer/:code': {
    id: 'Multiplayer',
    load: () => import('../race/RaceScreen'),
    isTyped: true,
    prepare: (root, path) => root.askForSeat(segmentsOf(path)[1] ?? ''),
  },
  '/about': { id: 'About', load: () => import('../legal/About') },
  '/imprint': { id: 'Imprint', load: () => import('../legal/Imprint') },
  '/disclaimer': { id: 'Disclaimer', load: () => import('../legal/Disclaimer') },
  '/terms-of-service': { id: 'Terms', load: () => import('../legal/Terms') },
  '/feedback': { id: 'Feedback', load: () => import('../feedback/Feedback') },
  '/text-request': { id: 'TextRequest', load: () => import('../feedback/TextRequest') },
  '/admin': { id: 'Admin', load: () => import('../admin/Admin') },
  '/user/:username': { id: 'Profile', load: () => import('../profile/Profile') },
  '/shop': { id: 'Shop', load: () => import('../shop/Shop') },
  '/shop/success': { id: 'ShopSuccess', load: () => import('../shop/ShopSuccess') },
  '/shop/cancel': { id: 'ShopCancel', load: () => import('../shop/ShopCancel') },
  '*': { id: 'NotFound', load: () => import('../shell/NotFound') },
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
