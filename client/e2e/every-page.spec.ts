import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { newName } from './api';
import { expect, test } from './fixtures';

/** The Not Found page itself has status 404. */
test.use({ allowedTrouble: /status of 404 .*\/nowhere\)$/ });

/** Routes that need a user, a purchase or a mail, or that redirect. */
const NOT_FOR_GUESTS = ['/account', '/account/reset', '/account/verify', '/admin', '/shop/success', '/singleplayer'];

const routes = Object.keys(JSON.parse(readFileSync('dist/routes.json', 'utf8')));

/** Every page that guests can open directly. */
const PAGES: readonly string[] = [
  ...routes.filter((route) => !/[:*]/.test(route) && !NOT_FOR_GUESTS.includes(route)),
  '/account/reset?user=somebody&code=none',
  '/nowhere',
];

/** Opens the pages in turn, in both color schemes; the fixture checks the console and every request. */
async function open(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Not Found' })).toHaveCount(path === '/nowhere' ? 1 : 0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    // Late requests of a page may fail, too.
    await page.waitForLoadState('networkidle');
  }
}

test('no page causes errors in a guest’s console, or failed requests', async ({ newVisitor, api }) => {
  const username = newName('gus');
  await api.signUp(username);
  const page = await newVisitor({ at: null });
  await open(page, [...PAGES, `/user/${username}/`]);
});

test('no page causes errors in a user’s console, or failed requests', async ({ newVisitor, api }) => {
  const username = newName('uma');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  await open(page, [...PAGES, '/account/', `/user/${username}/`]);
});

test('no page causes errors in an admin’s console, or failed requests', async ({ newVisitor, api, server }) => {
  const username = newName('abe');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  await server.grantAdmin(username);
  await open(page, [...PAGES, '/account/', '/admin']);
});
