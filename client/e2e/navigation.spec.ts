import { newName } from './api';
import { expect, signUp, test } from './fixtures';

test('the Play menu opens, moves and closes by the keyboard', async ({ newVisitor }) => {
  const page = await newVisitor();
  const play = page.getByRole('button', { name: 'Play', exact: true });
  const nav = page.getByRole('navigation', { name: 'Main' });
  const single = nav.getByRole('link', { name: /^Singleplayer/ });
  const multi = nav.getByRole('button', { name: /^Multiplayer/ });
  await play.focus();
  await page.keyboard.press('ArrowDown');
  await expect(single).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(multi).toBeFocused();
  await expect(multi).toContainText('Please login to play');
  await page.keyboard.press('ArrowDown');
  await expect(single).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(play).toBeFocused();
  await expect(play).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/singleplayer/');
});

test('multiplayer asks guests to log in, and takes users to a race on a fresh page', async ({ newVisitor }) => {
  const page = await newVisitor();
  const open = async () => {
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Multiplayer/ })
      .click();
  };
  await open();
  await expect(page).toHaveURL('/account/login');
  const username = newName('nora');
  await signUp(page, username);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: username })).toHaveAttribute(
    'href',
    '/account/',
  );
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await open();
  await expect(page).toHaveURL(/\/multiplayer\/[a-z0-9]+\/$/);
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
});

test('below 750 px the links stand behind a menu button, which Escape and a choice close', async ({ newVisitor }) => {
  const page = await newVisitor();
  const menu = page.getByRole('button', { name: 'Menu' });
  const shop = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' });
  await page.setViewportSize({ width: 750, height: 700 });
  await expect(shop).toBeVisible();
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 749, height: 700 });
  await expect(shop).toBeHidden();
  await menu.click();
  await expect(shop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shop).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await shop.click();
  await expect(page).toHaveURL('/about');
  await expect(shop).toBeHidden();
});

test('a new route puts the focus on its screen', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
  await expect(page.getByRole('heading', { name: 'Impressum' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});
