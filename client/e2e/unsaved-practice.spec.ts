import type { Page } from '@playwright/test';

import { newName } from './api';
import { BUSY, expect, logIn, test } from './fixtures';
import { FAST_MS } from './race';
import { practice, pressOnResults } from './typing';

test.use({ allowedTrouble: /status of (401|503)/ });

const keptOn = (page: Page) => page.getByRole('status').filter({ hasText: 'kept on this device' });

test('a result is kept on the device while the server cannot save it, and counts once', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('paz')), at: null });
  // The first result is saved, but its answer is lost.
  let nSaves = 0;
  await page.route('**/api/singleplayer', async (route) => {
    nSaves += 1;
    if (nSaves === 1) await route.fetch();
    await route.fulfill(BUSY);
  });
  await practice(page, 'one two');
  await page.keyboard.type('one two', { delay: FAST_MS });
  const kept = keptOn(page);
  await expect(kept).toHaveText('1 result is kept on this device until the server can save it.');
  await pressOnResults(page, 'Enter');
  await page.keyboard.type('one two', { delay: FAST_MS });
  await expect(kept).toHaveText('2 results are kept on this device until the server can save them.');

  // At the next visit, on another screen.
  await page.goto('/about');
  await expect.poll(() => nSaves).toBeGreaterThan(2);
  await page.unroute('**/api/singleplayer');
  await page.goto('/singleplayer/');
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Practices completed2');
  await expect(kept).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('practices'))).toBeNull();
});

test('a login check without an answer is repeated, and the results of the meantime are saved', async ({
  newVisitor,
  api,
}) => {
  const username = newName('pam');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  let isBusy = true;
  await page.route(/\/api\/(isloggedin|singleplayer)$/, (route) => (isBusy ? route.fulfill(BUSY) : route.fallback()));
  await practice(page, 'one two');
  await page.keyboard.type('one two', { delay: FAST_MS });
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await page.reload();
  await expect(keptOn(page)).toHaveText('1 result is kept on this device until the server can save it.');
  isBusy = false;
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: username })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Practices completed1');
});

test('the result of a session that has ended waits for the next login, as the page says', async ({
  newVisitor,
  api,
}) => {
  const username = newName('pia');
  const token = await api.signUp(username);
  const page = await newVisitor({ token, at: null });
  await practice(page, 'one two');
  // Otherwise the refused statistics could end the session before the run has a result.
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Practices completed0');
  await api.post('/api/account/logouteverywhere', { token });
  await page.keyboard.type('one two', { delay: FAST_MS });
  const sentence = '1 result is kept on this device until you log in to its account.';
  await expect(keptOn(page)).toHaveText(sentence);
  await page.reload();
  await expect(keptOn(page)).toHaveText(sentence);
  await page.getByRole('link', { name: 'please log in' }).click();
  await logIn(page, username);
  await expect(page.getByText('Successfully logged in')).toBeVisible();
  await page.goto('/singleplayer/');
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Practices completed1');
  await expect(keptOn(page)).toHaveCount(0);
});
