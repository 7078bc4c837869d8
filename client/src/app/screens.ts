import type { ComponentType } from 'react';
import { files } from '../core/paths';
import { prefetch } from '../core/queryClient';
import type { RootStore } from '../core/RootStore';
import type { Language } from '../core/text';
import { loadScript, Script } from '../platform/loading';
import { isOfSite, practiceSearch, siteText } from '../practice/siteText';
import { raceSeat } from '../race/queries';
import routes from './routes.json';

/** A pattern of react-router. */
type Pattern = keyof typeof routes;

/** The script of a route, and its first data. Everything else about routes is in routes.json, also for the server. */
interface Screen {
  load: () => Promise<{ Component: ComponentType }>;
  /** Prefetches what the screen at `path` needs first. */
  prepare?: (root: RootStore, path: string) => void;
}

const screens: Readonly<Record<Pattern, Screen>> = {
  '/': {
    load: () => import('../home/Home'),
    prepare: () => {
      // The largest picture of the screen, which would otherwise be requested once the screen is rendered.
      new Image().src = files.skin('hummingbird');
    },
  },
  '/singleplayer': {
    load: () => import('../practice/Practice'),
    prepare: (root) => {
      const search = practiceSearch(window.location.search, root.services.storage);
      if (root.consent.isGiven && isOfSite(search)) prefetch(root.services.queries, siteText(root, search));
    },
  },
  '/multiplayer/:code': {
    load: () => import('../race/RaceScreen'),
    prepare: ({ consent, services: { api, queries } }, path) => {
      if (api.token !== null && consent.isGiven) prefetch(queries, raceSeat(api, segmentsOf(path)[1] ?? ''));
    },
  },
  '/user/:username': { load: () => import('../profile/Profile') },
  '/replay/:race': { load: () => import('../replay/Replay') },
  '/history': { load: () => import('../history/History') },
  '/history/:run': { load: () => import('../history/Run') },
  '/keys': { load: () => import('../keys/Keys') },
  '/shop': { load: () => import('../shop/Shop') },
  '/shop/success': { load: () => import('../shop/ShopSuccess') },
  '/shop/cancel': { load: () => import('../shop/ShopCancel') },
  '/account': { load: () => import('../account/Account') },
  '/account/login': { load: () => import('../account/Login') },
  '/account/signup': { load: () => import('../account/Signup') },
  '/account/forgot': { load: () => import('../account/Forgot') },
  '/account/reset': { load: () => import('../account/Reset') },
  '/account/restore': { load: () => import('../account/Restore') },
  '/account/verify': { load: () => import('../account/Verify') },
  '/admin': { load: () => import('../admin/Admin') },
  '/settings': { load: () => import('../settings/Settings') },
  '/feedback': { load: () => import('../feedback/Feedback') },
  '/text-request': { load: () => import('../feedback/TextRequest') },
  '/about': { load: () => import('../legal/About') },
  '/imprint': { load: () => import('../legal/Imprint') },
  '/disclaimer': { load: () => import('../legal/Disclaimer') },
  '/terms-of-service': { load: () => import('../legal/Terms') },
  '*': { load: () => import('../ui/NotFound') },
};

/** A route with its screen. */
export interface Route extends Screen {
  pattern: Pattern;
  /** The screen, loaded on the first visit. */
  script: Script<ComponentType>;
  /** Names the screen in the error when its script fails to load. */
  id: string;
  /** The title of the document by language; `{}` stands for the product's name. */
  title: Readonly<Record<Language, string>>;
  /** True for a screen that search engines may list. */
  isPublic: boolean;
  /** True for a screen with a text to type, which has its own font. */
  isTyped: boolean;
}

export const allRoutes: readonly Route[] = (Object.keys(screens) as Pattern[]).map((pattern) => {
  const { screen, title, ...data } = routes[pattern];
  const id = screen.slice(screen.indexOf('/') + 1);
  const own = screens[pattern];
  const script = new Script(async () => (await loadScript(id, own.load)).Component);
  return { ...own, script, pattern, id, title, isPublic: 'isPublic' in data, isTyped: 'isTyped' in data };
});

/** The route at a path, with or without a trailing slash, found without the router. */
export function routeAt(path: string): Route | undefined {
  const segments = segmentsOf(path);
  const isLike = (pattern: string) => {
    const parts = segmentsOf(pattern);
    return parts.length === segments.length && parts.every((part, at) => part.startsWith(':') || part === segments[at]);
  };
  return allRoutes.find(({ pattern }) => isLike(pattern)) ?? allRoutes.find(({ pattern }) => pattern === '*');
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
