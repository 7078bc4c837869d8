import { files } from '../core/paths';
import { prefetch } from '../core/queryClient';
import type { RootStore } from '../core/RootStore';
import type { Language } from '../core/text';
import { isOfSite, practiceSearch, siteText } from '../practice/siteText';
import { raceSeat } from '../race/queries';
import routes from './routes.json';

/** A pattern of react-router. */
export type Pattern = keyof typeof routes;

type Audience = 'all' | 'guests' | 'users' | 'admins';

/** A route, as routes.json has it, also for the server. Its screen is in screens.ts. */
export interface Route {
  pattern: Pattern;
  /** Names the screen in the error when its script fails to load. */
  id: string;
  /** The title of the document by language; `{}` stands for the product's name. */
  title: Readonly<Record<Language, string>>;
  /** The visitors that the screen is for; the palette lists it for them. */
  for: Audience;
  /** True for a screen that search engines may list. */
  isPublic: boolean;
  /** True for a screen with a text to type, which has its own font. */
  isTyped: boolean;
  /** True for a screen without navigation, footer and notices: a part of somebody's picture. */
  isBare: boolean;
  /** Prefetches what the screen at `path` needs first. Resolves, and never rejects, once that is there or has failed. */
  prepare: (root: RootStore, path: string) => Promise<void>;
}

/** A route as routes.json has it; an entry that is left out is false, or for all. */
interface Listed extends Pick<Route, 'title'>, Partial<Pick<Route, 'for' | 'isPublic' | 'isTyped' | 'isBare'>> {
  screen: string;
}

/** The first data of the screens of some routes. */
const preparations: Partial<Record<Pattern, Route['prepare']>> = {
  '/': async () => {
    // The largest picture of the screen, which would otherwise be requested once the screen is rendered.
    new Image().src = files.skin('hummingbird');
  },
  '/singleplayer': async (root) => {
    const search = practiceSearch(window.location.search, root.services.storage);
    if (root.consent.isGiven && isOfSite(search)) await prefetch(root.services.queries, siteText(root, search));
  },
  '/multiplayer/:code': async ({ consent, services: { api, queries } }, path) => {
    const [, code = ''] = segmentsOf(path);
    if (api.token !== null && consent.isGiven) await prefetch(queries, raceSeat(api, code));
  },
};

export const allRoutes: readonly Route[] = (Object.keys(routes) as Pattern[]).map((pattern) => {
  const { screen, title, ...data } = routes[pattern] as Listed;
  const id = screen.slice(screen.indexOf('/') + 1);
  const prepare = preparations[pattern] ?? (async () => {});
  return { pattern, id, title, prepare, for: 'all', isPublic: false, isTyped: false, isBare: false, ...data };
});

/** The route at a path, found as the router and the server find it, before the router is loaded. */
export function routeAt(path: string): Route | undefined {
  const segments = segmentsOf(path);
  const isLike = (pattern: string) => {
    const parts = segmentsOf(pattern);
    return parts.length === segments.length && parts.every((part, at) => isValue(part) || isSame(part, segments[at]));
  };
  return (
    allRoutes.find(({ pattern }) => pattern !== '*' && isLike(pattern)) ??
    allRoutes.find(({ pattern }) => pattern === '*')
  );
}

/** The address of a path as links write it: neither in capital letters, nor with further slashes, as in `//`. */
export function addressOf(path: string): string {
  const parts = segmentsOf(routeAt(path)?.pattern ?? '');
  const segments = segmentsOf(path).map((segment, at) => {
    const part = parts[at];
    return part === undefined || part === '*' || isValue(part) ? segment : part;
  });
  return `/${segments.join('/')}${segments.length > 0 && path.endsWith('/') ? '/' : ''}`;
}

/** Returns whether a part of a pattern stands for a value, such as `:username`. */
function isValue(part: string): boolean {
  return part.startsWith(':');
}

function isSame(part: string, segment = ''): boolean {
  try {
    return new RegExp(`^${part}$`, 'i').test(decodeURIComponent(segment));
  } catch {
    // Not encoded as addresses are.
    return false;
  }
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
