import type { Page } from '@playwright/test';
import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { PATHS } from './paths';

/** The Not Found page itself has status 404. */
test.use({ allowedTrouble: /status of 404 .*\/nowhere\)$/ });

/** Opens the pages in turn and checks them, in both color schemes; the fixture checks the console and every request. */
async function check(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expectNoViolations(page);
    await expect(page.getByRole('heading', { name: 'Not Found' })).toHaveCount(path === '/nowhere' ? 1 : 0);
    // Late requests of a page may fail, too.
    await page.waitForLoadState('networkidle');
  }
}

test('every page is accessible to guests, without errors or failed requests', async ({ newVisitor, api }) => {
  const username = newName('gus');
  await api.signUp(username);
  const page = await newVisitor({ at: null });
  await check(page, [...PATHS, `/user/${username}/`]);
});

test('every page is accessible to users, without errors or failed requests', async ({ newVisitor, api }) => {
  const username = newName('uma');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  // Last a page with nothing below the menu: over a field, the menu leaves a part of it that is too small to touch.
  await check(page, [...PATHS, '/account/', `/user/${username}/`, '/nowhere']);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expectNoViolations(page);
});

test('every page is accessible to admins, without errors or failed requests', async ({ newVisitor, api, server }) => {
  const username = newName('abe');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  await server.grantAdmin(username);
  await check(page, ['/', '/account/', '/shop', '/admin']);
});
