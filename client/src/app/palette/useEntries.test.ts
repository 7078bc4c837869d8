import { expect, it } from 'vitest';
import { listedScreens } from './useEntries';

const listed = (user: { admin?: boolean } | null, path: string) =>
  listedScreens(user, path).map(({ pattern }): string => pattern);

it('guests, users and admins have screens of their own', () => {
  const [forGuests, forUsers, forAdmins] = [listed(null, '/'), listed({}, '/'), listed({ admin: true }, '/')];
  expect(forAdmins.filter((pattern) => !forUsers.includes(pattern))).toEqual(['/admin', '/admin/users']);
  expect(forGuests.filter((pattern) => !forUsers.includes(pattern))).toEqual([
    '/account/login',
    '/account/signup',
    '/account/forgot',
  ]);
  expect(forUsers.filter((pattern) => !forGuests.includes(pattern))).toEqual([
    '/host',
    '/history',
    '/keys',
    '/account',
  ]);
});

it('the current screen is not listed, also with a slash at the end of its path', () => {
  for (const path of ['/singleplayer', '/singleplayer/']) expect(listed(null, path)).not.toContain('/singleplayer');
  expect(listed(null, '/')).toContain('/singleplayer');
});
