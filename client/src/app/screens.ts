import type { ComponentType } from 'react';
import { loadScript, Script } from '../platform/loading';
import { allRoutes, type Pattern } from './routes';

const scripts: Readonly<Record<Pattern, () => Promise<{ Component: ComponentType }>>> = {
  '/': () => import('../home/Home'),
  '/singleplayer': () => import('../practice/Practice'),
  '/multiplayer/:code': () => import('../race/RaceScreen'),
  '/user/:username': () => import('../profile/Profile'),
  '/replay/:race': () => import('../replay/Replay'),
  '/watch': () => import('../watch/Watch'),
  '/watch/:code': () => import('../watch/WatchRace'),
  '/overlay/:username': () => import('../watch/Overlay'),
  '/join': () => import('../event/EventScreen'),
  '/e/:code': () => import('../event/EventScreen'),
  '/host': () => import('../host/HostScreen'),
  '/host/:code': () => import('../host/HostScreen'),
  '/host/:code/wall': () => import('../host/HostScreen'),
  '/today': () => import('../today/Today'),
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
  '/admin/users': () => import('../admin/Users'),
  '/account/banned': () => import('../account/Banned'),
  '/settings': () => import('../settings/Settings'),
  '/feedback': () => import('../feedback/Feedback'),
  '/text-request': () => import('../feedback/TextRequest'),
  '/about': () => import('../legal/About'),
  '/imprint': () => import('../legal/Imprint'),
  '/disclaimer': () => import('../legal/Disclaimer'),
  '/terms-of-service': () => import('../legal/Terms'),
  '*': () => import('../ui/NotFound'),
};

/** The screens of all routes, each loaded on its first visit. */
export const screens = Object.fromEntries(
  allRoutes.map(({ pattern, id }) => [
    pattern,
    new Script(async () => (await loadScript(id, scripts[pattern])).Component),
  ]),
) as Readonly<Record<Pattern, Script<ComponentType>>>;
