import { expect, test } from './fixtures';

test.use({ allowedTrouble: /ERR_INTERNET_DISCONNECTED|dynamically imported module/ });

test('offline, a link whose screen is not loaded yet keeps the page, and leads there once one is back', async ({
  newVisitor,
}) => {
  const page = await newVisitor();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await expect(page.getByRole('table').or(page.getByText('Nobody has raced yet.'))).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible();
  expect(loads).toBe(0);
});
