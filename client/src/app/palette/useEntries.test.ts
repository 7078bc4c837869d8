import { expect, it } from 'vitest';
import { listedScreens } from './useEntries';

const listed = (isLoggedIn: boolean, path: string) =>
  listedScreens(isLoggedIn, path).map(({ pattern }): string => pattern);

it('guests and users have screens of their own', () => {
  const [forGuests, forUsers] = [listed(false, '/'), listed(true, '/')];
  expect(forGuests.filter((pattern) => !forUsers.includes(pattern))).toEqual([
    '/account/login',
    '/account/signup',
    '/account/forgot',
  ]);
  expect(forUsers.filter((pattern) => !forGuests.includes(pattern))).toEqual(['/history', '/keys', '/account']);
});

it('the current screen is not listed, also with a slash at the end of its path', () => {
  for (const path of ['/singleplayer', '/singleplayer/']) expect(listed(false, path)).not.toContain('/singleplayer');
  expect(listed(false, '/')).toContain('/singleplayer');
});
