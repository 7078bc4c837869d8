import type { Page } from '@playwright/test';

import { expect, loadsOf, test } from './fixtures';

// The errors of browser and page about a missing script.
test.use({
  allowedTrouble: /status of 404|dynamically imported module|Highlight is not defined|ChunkLoadError|Loading chunk/,
});

/** Simulates an update of the server: the screen's script no longer exists under its name. */
async function update(page: Page, times: number): Promise<void> {
  await page.route(
    /\/About\.[0-9a-f]{8}\.js$/,
    (route) => route.continue({ url: new URL('/About.00000000.js', route.request().url()).href }),
    { times },
  );
}

test('a script that an update of the server removed causes one reload', async ({ newVisitor }) => {
  const page = await newVisitor();
  const loads = loadsOf(page);
  await update(page, 1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible();
  expect(loads).toHaveLength(1);
});

test('a browser that is too old is told so, without a reload', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.addInitScript(() => {
    Reflect.deleteProperty(CSS, 'highlights');
    Reflect.deleteProperty(window, 'Highlight');
  });
  const loads = loadsOf(page);
  await page.goto('/singleplayer/');
  await expect(page.getByRole('alert')).toContainText('This browser is too old for this page.');
  expect(loads).toHaveLength(1);
});

test('a script that stays missing is an error with its name and two ways to continue', async ({ newVisitor }) => {
  const page = await newVisitor();
  await update(page, 99);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(alert).toContainText('Loading chunk About failed');
  await page.unroute(/\/About\.[0-9a-f]{8}\.js$/);
  await alert.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible();
});

test('a missing script is an error even before the texts of the language are loaded', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.getByRole('contentinfo').getByText('Español', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await update(page, 99);
  let aheadFailed: Promise<unknown> | undefined;
  let loads = 0;
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    loads += 1;
    aheadFailed = page.waitForResponse((response) => response.url().endsWith('/About.00000000.js'));
  });
  await page.route(/\/es\.[0-9a-f]{8}\.js$/, async (route) => {
    await aheadFailed;
    await route.continue();
  });
  await page.goto('/about');
  await expect(page.getByRole('alert')).toContainText('About');
  expect(loads).toBe(2);
});
