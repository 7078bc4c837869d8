import type { ComponentType } from 'react';
import type { RootStore } from '../core/RootStore';
import type { Subject } from '../core/strings';
import { practiceText } from '../practice/queries';
import { raceSeat } from '../race/queries';

interface ScreenScript {
  /** Names the screen in the error when its script fails to load. */
  id: string;
  load: () => Promise<{ Component: ComponentType }>;
  /** The subjects whose texts it shows, besides those of the shell. */
  words?: readonly Subject[];
  /** True for a screen with a text to type, which has its own font. */
  isTyped?: true;
  /** Prefetches the data that the screen at `path` needs first. */
  prepare?: (root: RootStore, path: string) => void;
}

/** The screen of every route; the keys are patterns of react-router. */
export const screens: Readonly<Record<string, ScreenScript>> = {
  '/': { id: 'Home', load: () => import('../home/Home') },
  '/account/login': { id: 'Login', load: () => import('../account/Login'), words: ['account'] },
  '/account/signup': { id: 'Signup', load: () => import('../account/Signup'), words: ['account'] },
  '/account': { id: 'Account', load: () => import('../account/Account'), words: ['account'] },
  '/account/forgot': { id: 'Forgot', load: () => import('../account/Forgot'), words: ['account'] },
  '/account/reset': { id: 'Reset', load: () => import('../account/Reset'), words: ['account'] },
  '/account/restore': { id: 'Restore', load: () => import('../account/Restore'), words: ['account'] },
  '/account/verify': { id: 'Verify', load: () => import('../account/Verify'), words: ['account', 'skins'] },
  '/singleplayer': {
    id: 'Singleplayer',
    load: () => import('../practice/Practice'),
    words: ['practice', 'typing'],
    isTyped: true,
    prepare: ({ consent, services: { api, prefetch } }) => {
      if (consent.isGiven) prefetch.start(practiceText(api));
    },
  },
  '/multiplayer/:code': {
    id: 'Multiplayer',
    load: () => import('../race/RaceScreen'),
    words: ['race', 'typing', 'skins'],
    isTyped: true,
    prepare: ({ consent, services: { api, prefetch } }, path) => {
      if (api.token !== null && consent.isGiven) prefetch.start(raceSeat(api, segmentsOf(path)[1] ?? ''));
    },
  },
  '/about': { id: 'About', load: () => import('../legal/About'), words: ['legal'] },
  '/imprint': { id: 'Imprint', load: () => import('../legal/Imprint') },
  '/disclaimer': { id: 'Disclaimer', load: () => import('../legal/Disclaimer'), words: ['legal'] },
  '/terms-of-service': { id: 'Terms', load: () => import('../legal/Terms'), words: ['legal'] },
  '/feedback': { id: 'Feedback', load: () => import('../feedback/Feedback'), words: ['feedback'] },
  '/text-request': { id: 'TextRequest', load: () => import('../feedback/TextRequest'), words: ['feedback'] },
  '/admin': { id: 'Admin', load: () => import('../admin/Admin'), words: ['admin', 'feedback'] },
  '/user/:username': {
    id: 'Profile',
    load: () => import('../profile/Profile'),
    words: ['profile', 'skins', 'account'],
  },
  '/shop': { id: 'Shop', load: () => import('../shop/Shop'), words: ['shop', 'skins'] },
  '/shop/success': { id: 'ShopSuccess', load: () => import('../shop/ShopSuccess'), words: ['shop', 'skins'] },
  '/shop/cancel': { id: 'ShopCancel', load: () => import('../shop/ShopCancel'), words: ['shop'] },
  '*': { id: 'NotFound', load: () => import('../ui/NotFound') },
};

/** The screen at a path, with or without a trailing slash, found without the router. */
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
