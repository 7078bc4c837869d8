import type { ComponentType } from 'react';
import { loadScript, Script } from '../platform/loading';
import { allRoutes, type Pattern } from './routes';

const scripts: Readonly<Record<Pattern, () => Promise<{ Component: ComponentType }>>> = {
  '/': () => import('../home/Home'),
  '/singleplayer': () => import('../practice/Practice'),
  '/multiplayer/:code': () => import('../race/RaceScreen'),
  '/user/:username': () => import('../profile/Profile'),
  '/replay/:race': () => import('../replay/Replay'),
  '/history': () => import('../history/History'),
  '/history/:run': () => import('../history/Run'),
  '/keys': () => import('../keys/Keys'),
  '/shop': () => import('../shop/Shop'),
  '/shop/success': () => import('../shop/ShopSuccess'),
  '/shop/cancel': () => import('../shop/ShopCancel'),
  '/account': () => import('../account/Account'),
  '/account/login': () => import('../account/Login'),
  '/account/signup': () => import('../account/Signup'),
  '/account/forgot': () => import('../account/Forgot'),
  '/account/reset': () => import('../account/Reset'),
  '/account/restore': () => import('../account/Restore'),
  '/account/verify': () => import('../account/Verify'),
  '/admin': () => import('../admin/Admin'),
  '/settings': () => import('../settings/Settings'),
  '/feedback': () => import('../feedback/Feedback'),
  '/text-request': () => import('../feedback/TextRequest'),
  '/about': () => import('../legal/About'),
  '/imprint': () => import('../legal/Imprint'),
  '/disclaimer': () => import('../legal/Disclaimer'),
  '/terms-of-service': () => import('../legal/Terms'),
  '*': () => import('../ui/NotFound'),
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
  '/today': { load: () => import('../today/Today') },
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

/** The screens of all routes, each loaded on its first visit. */
export const screens = Object.fromEntries(
  allRoutes.map(({ pattern, id }) => [
    pattern,
    new Script(async () => (await loadScript(id, scripts[pattern])).Component),
  ]),
) as Readonly<Record<Pattern, Script<ComponentType>>>;
