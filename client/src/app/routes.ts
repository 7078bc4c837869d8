import { files } from '../core/paths';
import { prefetch } from '../core/queryClient';
import type { RootStore } from '../core/RootStore';
import type { Language } from '../core/text';
import { isOfSite, practiceSearch, siteText } from '../practice/siteText';
import { raceSeat } from '../race/queries';
import routes from './routes.json';

/** A pattern of react-router. */
export type Pattern = keyof typeof routes;

/** A route, as routes.json has it, also for the server. Its screen is in screens.ts. */
export interface Route {
  pattern: Pattern;
  /** Names the screen in the error when its script fails to load. */
  id: string;
  /** The title of the document by language; `{}` stands for the product's name. */
  title: Readonly<Record<Language, string>>;
  /** True for a screen that search engines may list. */
  isPublic: boolean;
  /** True for a screen with a text to type, which has its own font. */
  isTyped: boolean;
  /** Prefetches what the screen at `path` needs first. Resolves, and never rejects, once that is there or has failed. */
  prepare: (root: RootStore, path: string) => Promise<void>;
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
  const { screen, title, ...data } = routes[pattern];
  const id = screen.slice(screen.indexOf('/') + 1);
  const prepare = preparations[pattern] ?? (async () => {});
  return { pattern, id, title, prepare, isPublic: 'isPublic' in data, isTyped: 'isTyped' in data };
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
