import { newName } from './api';
import { expect, signUp, test } from './fixtures';

test('who logs in or out in one window is logged in or out in the others', async ({ newVisitor }) => {
  const page = await newVisitor();
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Unlock more' })).toBeVisible();
  const username = newName('wim');
  await signUp(page, username);
  await expect(other.getByText(`Welcome, ${username}`)).toBeVisible();
  await other.evaluate(() => localStorage.removeItem('token'));
  await expect(page.getByRole('heading', { name: 'Unlock more' })).toBeVisible();
});

test('consent and colours chosen in one window hold in the others', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const [page, other] = [await context.newPage(), await context.newPage()];
  await page.goto('/');
  await other.goto('/about');
  await page.getByRole('button', { name: 'I understand' }).click();
  await expect(other.getByRole('dialog', { name: 'Cookies' })).toBeHidden();
  await page.getByRole('button', { name: 'Switch to dark colours' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await context.close();
});
