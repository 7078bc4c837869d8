import type { Page } from '@playwright/test';

import { newName } from './api';
import { BUSY, expect, requestsTo, test } from './fixtures';

test.use({ allowedTrouble: /status of 503|nothing was unlocked/ });

/** Opens and closes the other site to which a link of the footer leads. */
async function follow(page: Page, name: string): Promise<void> {
  await page.context().route('https://example.org/**', (route) => route.fulfill({ body: 'elsewhere' }));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('contentinfo').getByRole('link', { name }).click();
  await (await opened).close();
}

test('links hide a cat, a capybara and a bee, each found once', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('eva')), at: null });
  await page.clock.install();
  await page.goto('/');
  const found = page.getByRole('status').filter({ hasText: 'It’s in your collection now.' });

  const untilItGoes = async () => {
    await page.clock.runFor(6000);
    await expect(found).toBeHidden();
  };
  await follow(page, 'GitHub');
  await expect(found).toContainText('found the cat!');
  await expect(found.locator('img')).toHaveAttribute('src', '/img/skins/cat.png');
  await untilItGoes();
  await follow(page, 'Ana Solano');
  await expect(found).toContainText('found the capybara!');
  await untilItGoes();
  await page.getByRole('button', { name: 'Share this page' }).click();
  await page.keyboard.press('Escape');
  await expect(found).toContainText('found the bee!');

  await untilItGoes();
  const answer = page.waitForResponse('**/api/unlockskin');
  await follow(page, 'Luis Mora');
  expect((await answer).status()).toBe(200);
  await expect(found).toBeHidden();
});

test('a failed unlock is reported in the console only', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('edo')) });
  await page.route('**/api/unlockskin', (route) => route.fulfill(BUSY));
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('nothing was unlocked'));
  await page.getByRole('button', { name: 'Share this page' }).click();
  await logged;
  await page.keyboard.press('Escape');
  await expect(page.getByText(BUSY.body)).toHaveCount(0);
});

test('a guest’s click on the links does not call the server', async ({ newVisitor }) => {
  const page = await newVisitor();
  const asked = requestsTo(page, '/api/unlockskin');
  await follow(page, 'GitHub');
  expect(asked).toEqual([]);
});
