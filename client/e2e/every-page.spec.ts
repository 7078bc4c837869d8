import type { Page } from '@playwright/test';
import { newName } from './api';
import { expect, test } from './fixtures';

/** The 404 page has status 404 itself. */
test.use({ allowedTrouble: /status of 404 .*\/nowhere\)$/ });

/** Every route that can be opened by itself, by everybody. */
const PAGES: readonly string[] = [
  '/',
  '/about',
  '/account/login',
  '/account/signup',
  '/account/forgot',
  '/account/reset?user=somebody&code=none',
  '/shop',
  '/shop/cancel',
  '/feedback',
  '/text-request',
  '/imprint',
  '/disclaimer',
  '/terms-of-service',
  '/nowhere',
];

/** Opens the pages one after the other, in both colour schemes; the fixture looks at the console and at every request. */
async function open(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Not Found' })).toHaveCount(path === '/nowhere' ? 1 : 0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    // Late requests of a page may fail as well.
    await page.waitForLoadState('networkidle');
  }
}

test('no page causes errors in a guest’s console, or failed requests', async ({ newVisitor, api }) => {
  const username = newName('gus');
  await api.signUp(username);
  const page = await newVisitor({ at: null });
  await open(page, [...PAGES, `/user/${username}/`]);
});

test('nor a user’s', async ({ newVisitor, api }) => {
  const username = newName('uma');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  await open(page, [...PAGES, '/account/', `/user/${username}/`]);
});

test('nor an admin’s', async ({ newVisitor, api, server }) => {
  const username = newName('abe');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  await server.grantAdmin(username);
  await open(page, [...PAGES, '/account/', '/admin']);
});
