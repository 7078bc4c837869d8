import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';

const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('a new route begins at its top; back and forward restore the position', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/terms-of-service' });
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => place(page)).toBe(900);
  await page.getByRole('link', { name: 'source repository' }).focus();
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.getByRole('main').getByRole('link', { name: 'disclaimer' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { name: 'Disclaimer', exact: true })).toBeVisible();
  await expect.poll(() => place(page)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect.poll(() => place(page)).toBe(200);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await expect.poll(() => place(page)).toBe(900);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Disclaimer', exact: true })).toBeVisible();
  await expect.poll(() => place(page)).toBe(200);
});

test('a page reached from another site begins at its top', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/shop');
  await expect(page.getByRole('list', { name: 'Today’s skins' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect.poll(() => place(page)).toBe(600);
  await page.goto('/account/signup');
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Country' })).toBeVisible();
  expect(await place(page)).toBe(0);
});
