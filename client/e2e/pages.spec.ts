import type { Page } from '@playwright/test';

import { newName } from './api';
import { expect, test } from './fixtures';

// The console has the status of the Not Found page and, in Firefox, the socket of a race that is left at once.
test.use({ allowedTrouble: /status of 404|connection to (the server at )?ws:/ });

test('an unknown path shows the Not Found page, with a link home', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/nowhere/at/all' });
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/');
});

for (const [typed, address, heading] of [
  ['//?login=true', '/?login=true', 'Fast fingers, feather-light.'],
  ['///?logout=true', '/?logout=true', 'Fast fingers, feather-light.'],
  ['/ABOUT', '/about', 'Small wings, fast fingers'],
  ['/Account//Login', '/account/login', 'Login'],
  ['/Imprint/#phone', '/imprint/#phone', 'Imprint'],
] as const) {
  test(`the address ${typed} shows its screen, with status 200`, async ({ newVisitor, server }) => {
    const page = await newVisitor({ at: null });
    const answer = await page.goto(server.url + typed);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(page).toHaveURL('/terms-of-service');
  });
}

test('a screen keeps its own title, however its script and its data arrive', async ({ newVisitor, api }) => {
  const [first, second] = [newName('ada'), newName('abe')];
  for (const name of [first, second]) await api.signUp(name);
  const page = await newVisitor({ at: `/user/${first}/` });
  await expect(page).toHaveTitle(`${first} | Colibri`);
  await follow(page, `/user/${second}/`);
  await expect(page).toHaveTitle(`${second} | Colibri`);
  await follow(page, '/about');
  await expect(page).toHaveTitle('About | Colibri');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
  await expect(page).toHaveTitle(`${second} | Colibri`);
  await page.getByRole('contentinfo').getByText('Español').click();
  await expect(page.getByRole('link', { name: 'Aviso legal' })).toBeVisible();
  await expect(page).toHaveTitle(`${second} | Colibri`);
});

/** Navigates to `path` as a link does, without the server, which would also set the title. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

test('every route shows its screen under its own title', async ({ newVisitor, api }) => {
  const username = newName('tia');
  const token = await api.signUp(username);
  const code = await api.openRoom(token);
  const page = await newVisitor({ token, at: '/nowhere' });
  for (const [path, title, heading] of [
    // An empty room closes soon.
    [`/multiplayer/${code}/`, 'Multiplayer | Colibri', 'Multiplayer'],
    ['/about', 'About | Colibri', 'Small wings, fast fingers'],
    // Not after the race, after which the front page reloads.
    ['/', 'Colibri | Typing races in real time', 'Your day'],
    ['/account/', 'Account | Colibri', 'Your account'],
    ['/account', 'Account | Colibri', 'Your account'],
    ['/account/forgot', 'Forgot Password | Colibri', 'Forgot Password'],
    ['/account/reset?user=ana&code=abc', 'Reset password | Colibri', 'Reset password'],
    ['/singleplayer/', 'Singleplayer | Colibri', 'Singleplayer'],
    [`/user/${username}/`, `${username} | Colibri`, `${username} Costa Rica`],
    ['/shop', 'Shop | Colibri', 'Shop'],
    ['/feedback', 'Feedback | Colibri', 'Feedback'],
    ['/text-request', 'Text Request | Colibri', 'Text Request'],
    // Not after the shop, which has the same title.
    ['/shop/cancel', 'Shop | Colibri', 'Your order got canceled successfully'],
    ['/imprint', 'Imprint | Colibri', 'Imprint'],
    ['/disclaimer', 'Disclaimer | Colibri', 'Disclaimer'],
    ['/terms-of-service', 'Terms of Use | Colibri', 'Terms of Use'],
    ['/nowhere', '404 Page Not Found | Colibri', 'Not Found'],
  ] as const) {
    await expectScreen(page, path, title, heading);
  }
  // These screens redirect visitors who are logged in.
  const guest = await newVisitor({ at: '/nowhere' });
  await expectScreen(guest, '/account/login', 'Login | Colibri', 'Login');
  await expectScreen(guest, '/account/signup', 'Sign up | Colibri', 'Sign up');
});

async function expectScreen(page: Page, path: string, title: string, heading: string): Promise<void> {
  await follow(page, path);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true }), path).toBeAttached();
  await expect(page).toHaveTitle(title);
}

test('without consent, practice and race redirect home, which asks for it', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('cleo'));
  const code = await api.openRoom(token);
  const page = await newVisitor({ token, isNew: true });
  const aYearAgo = new Date(Date.now() - 366 * 24 * 60 * 60 * 1000).toISOString();
  for (const consent of [null, JSON.stringify({ allow: true, date: aYearAgo })]) {
    await page.evaluate((value) => {
      if (value === null) localStorage.removeItem('cookies');
      else localStorage.setItem('cookies', value);
    }, consent);
    for (const path of ['/singleplayer/', `/multiplayer/${code}/`]) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('dialog', { name: 'Cookies' })).toBeVisible();
    }
  }
  // Neither Escape, however often, nor a click outside the dialog is consent.
  for (let times = 0; times < 3; times += 1) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Cookies' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'I understand' })).toBeFocused();
  }
  await page.mouse.click(10, 10);
  await expect(page.getByRole('dialog', { name: 'Cookies' })).toBeVisible();
  await page.getByRole('button', { name: 'I understand' }).click();
  await page.goto('/singleplayer/');
  await expect(page.getByLabel('Type the text here')).toBeFocused();
});

test('login and signup say if the browser lets the site store nothing', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/account/login' });
  const blocked = page.getByText('Your browser is blocking site data. Allow it to stay logged in and race.');
  await expect(blocked).toBeHidden();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { value: null });
  });
  for (const path of ['/account/login', '/account/signup']) {
    await page.goto(path);
    await expect(blocked).toBeVisible();
  }
});
