import type { Page } from '@playwright/test';

import { newName } from './api';
import { enterAs, expect, logIn, test } from './fixtures';
import { saveRun } from './runs';

test('the Play menu works by keyboard', async ({ newVisitor }) => {
  const page = await newVisitor();
  const play = page.getByRole('button', { name: 'Play', exact: true });
  const nav = page.getByRole('navigation', { name: 'Main' });
  const single = nav.getByRole('link', { name: /^Singleplayer/ });
  const multi = nav.getByRole('button', { name: /^Multiplayer/ });
  await play.focus();
  await page.keyboard.press('ArrowDown');
  await expect(single).toBeFocused();
  await expect(single).toContainText('Practice your typing');
  await page.keyboard.press('ArrowDown');
  await expect(multi).toBeFocused();
  await expect(multi).toContainText('Please login to play');
  await page.keyboard.press('ArrowDown');
  await expect(nav.getByRole('button', { name: /^Private race/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(nav.getByRole('link', { name: /^Today’s race/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(nav.getByRole('link', { name: /^Event/ })).toBeFocused();
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

test('multiplayer asks guests to log in, and takes users to a race on a fresh page', async ({ newVisitor, api }) => {
  const page = await newVisitor();
  const nav = page.getByRole('navigation', { name: 'Main' });
  const multi = nav.getByRole('button', { name: /^Multiplayer/ });
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await expect(nav.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/account/login');
  await play.click();
  await multi.click();
  await expect(page).toHaveURL('/account/login');
  const username = newName('nora');
  await enterAs(page, await api.signUp(username));
  await page.reload();
  await expect(nav.getByRole('link', { name: username })).toHaveAttribute('href', '/account/');
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await play.click();
  await expect(multi).toContainText('Compete against others');
  await expect(nav.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/history');
  await expect(nav.getByRole('link', { name: 'Your keys' })).toHaveAttribute('href', '/keys');
  await multi.click();
  await expect(page).toHaveURL(/\/multiplayer\/[a-z0-9]+\/$/);
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
});

test('below 750 px the links are in a menu, which Escape and a choice close', async ({ newVisitor }) => {
  const page = await newVisitor();
  const menu = page.getByRole('button', { name: 'Menu' });
  const nav = page.getByRole('navigation', { name: 'Main' });
  const about = nav.getByRole('link', { name: 'About' });
  await page.setViewportSize({ width: 750, height: 700 });
  await expect(about).toBeVisible();
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 749, height: 700 });
  await expect(about).toBeHidden();
  await menu.click();
  await expect(about).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await about.click();
  await expect(page).toHaveURL('/about');
  await expect(about).toBeHidden();
  await menu.click();
  await nav.getByRole('link', { name: 'Shop' }).click();
  await expect(page).toHaveURL('/shop');
  await nav.getByRole('link', { name: 'Colibri, home' }).click();
  await expect(page).toHaveURL('/');
});

test('the footer has its links and authors; a new route focuses its screen', async ({ newVisitor }) => {
  const page = await newVisitor();
  const footer = page.getByRole('contentinfo');
  const links = footer.getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual([
    ['Settings', '/settings'],
    ['Leave Feedback', '/feedback'],
    ['About', '/about'],
    ['GitHub', 'https://example.org/colibri/source'],
    ['Privacy Policy', 'https://example.org/colibri/privacy'],
    ['Terms', '/terms-of-service'],
    ['Imprint', '/imprint'],
    ['Ana Solano', 'https://example.org/ana'],
    ['Luis Mora', 'https://example.org/luis'],
  ]);
  await expect(footer).toContainText(/© \d{4} Colibri, by Ana Solano and Luis Mora/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
  await expect(page.getByRole('heading', { name: 'Impressum' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('login and signup redirect a visitor who is already logged in', async ({ newVisitor, api }) => {
  const page = await newVisitor();
  await enterAs(page, await api.signUp(newName('ivy')));
  for (const path of ['/account/login', '/account/signup']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
});

test('login leads back to the screen that asked for it, with its query', async ({ newVisitor, api }) => {
  const username = newName('lea');
  const token = await api.signUp(username);
  await saveRun(api, token, { text: 'The run of a mail.' });
  const { runs } = await api.post<{ runs: { id: string }[] }>('/api/history', { token });
  for (const path of [`/history/${runs[0]?.id}`, '/history?mode=words10', '/keys?range=all']) {
    const page = await newVisitor({ at: path });
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await logIn(page, username);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('the login of the bar leads back, also if it is chosen again on its own screen', async ({ newVisitor, api }) => {
  const username = newName('lena');
  await api.signUp(username);
  const page = await newVisitor({ at: '/history?mode=words10' });
  const login = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' });
  await login.click();
  await expect(page).toHaveURL('/account/login');
  await login.click();
  await logIn(page, username);
  await expect(page).toHaveURL('/history?mode=words10');
});

test('what leads guests to the login from the Play menu or the palette leads back', async ({ newVisitor, api }) => {
  const username = newName('lew');
  await api.signUp(username);
  const choose = {
    menu: async (page: Page) => {
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.getByRole('button', { name: /^Multiplayer/ }).click();
    },
    palette: async (page: Page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('login');
      await expect(page.getByRole('option', { selected: true })).toHaveText('Login');
      await page.keyboard.press('Enter');
    },
  };
  const path = `/user/${username}/?here`;
  for (const login of [choose.menu, choose.palette]) {
    const page = await newVisitor({ at: path });
    await login(page);
    await expect(page).toHaveURL('/account/login');
    await logIn(page, username);
    await expect(page).toHaveURL(path);
  }
});

test('the links among login, signup and forgotten password keep the way back', async ({ newVisitor, api }) => {
  const username = newName('leo');
  await api.signUp(username);
  const page = await newVisitor({ at: '/keys' });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Sign up' }).click();
  await main.getByRole('link', { name: 'Login' }).click();
  await main.getByRole('link', { name: 'Forgot password?' }).click();
  await main.getByRole('link', { name: 'Login' }).click();
  await logIn(page, username);
  await expect(page).toHaveURL('/keys');
});
