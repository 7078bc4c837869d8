import type { Page } from '@playwright/test';

import { expect, hold, test } from './fixtures';

const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('a new route begins at its top; back, forward and reload restore the position', async ({ newVisitor }) => {
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
  await page.reload();
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

test('a position is remembered even before its scroll event', async ({ newVisitor }) => {
  const page = await newVisitor();
  // A busy machine goes on to the next page before it fires them.
  await page.addInitScript(() => {
    window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), true);
  });
  await page.goto('/terms-of-service');
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.getByRole('main').getByRole('link', { name: 'disclaimer' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { name: 'Disclaimer', exact: true })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 200));
  await page.goBack();
  await expect.poll(() => place(page)).toBe(900);
  await page.goForward();
  await expect.poll(() => place(page)).toBe(200);
});

test('a position is restored however long the page takes to grow', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.clock.install();
  const letArrive = await returnToSlowTerms(page);
  await page.clock.fastForward('01:00');
  expect(await place(page)).toBeLessThan(900);
  letArrive();
  await expect.poll(() => place(page)).toBe(900);
});

test('a page that is left again before it has grown keeps its position', async ({ newVisitor }) => {
  const page = await newVisitor();
  const letArrive = await returnToSlowTerms(page);
  await page.getByRole('link', { name: 'Colibri, home' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  letArrive();
  await page.goBack();
  await expect.poll(() => place(page)).toBe(900);
});

test('a visitor’s own scrolling ends the restoration', async ({ newVisitor }) => {
  const page = await newVisitor();
  const letArrive = await returnToSlowTerms(page);
  await page.mouse.wheel(0, -2000);
  await expect.poll(() => place(page)).toBe(0);
  letArrive();
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  // Whatever moves it does so in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await place(page)).toBe(0);
});

test('two documents keep different positions', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/terms-of-service' });
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.goto('/disclaimer');
  await expect(page.getByRole('heading', { name: 'Disclaimer', exact: true })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 200));
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await expect.poll(() => place(page)).toBe(900);
});

/**
 * Leaves the terms of service at 900 and comes back to them; their script arrives when the function that it returns is
 * called. What stands there until then can be moved, but not as far: the window is low.
 */
async function returnToSlowTerms(page: Page): Promise<() => void> {
  await page.setViewportSize({ width: 800, height: 200 });
  await page.goto('/terms-of-service');
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => place(page)).toBe(900);
  const release = await hold(page, '**/Terms.*.js');
  await page.reload();
  await expect(page.getByText('Loading...')).toBeAttached();
  await expect.poll(() => place(page)).toBeGreaterThan(0);
  return release;
}
