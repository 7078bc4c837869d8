import { readFileSync } from 'node:fs';

/** Routes that need a user, a purchase or a mail. */
const NOT_FOR_GUESTS = [
  '/account',
  '/account/reset',
  '/account/restore',
  '/account/verify',
  '/admin',
  '/admin/users',
  '/shop/success',
];

/** The paths of every page that guests can open directly. */
export const PATHS: readonly string[] = [
  ...Object.keys(JSON.parse(readFileSync('dist/routes.json', 'utf8'))).filter(
    (route) => !/[:*]/.test(route) && !NOT_FOR_GUESTS.includes(route),
  ),
  '/account/reset?user=somebody&code=none',
  '/account/restore?user=somebody&code=none',
  '/nowhere',
];
