import { newName } from './api';
import { expectNoViolations, expectReadableInEveryTheme } from './axe';
import { BUSY, enterAs, expect, hold, requestsTo, test } from './fixtures';
import { saveRun } from './runs';

test.use({ allowedTrouble: /status of 503/ });

test('a guest sees the benefits of an account, and can practice without one', async ({ newVisitor }) => {
  const page = await newVisitor();
  const card = page.getByRole('main').locator('section').filter({ hasText: 'Unlock more' });
  await expect(card).toContainText(
    'Unlock skins, play multiplayer, and discover other amazing features exclusively for registered users.',
  );
  for (const [name, href] of [
    ['Login', '/account/login'],
    ['Sign up', '/account/signup'],
    ['Singleplayer', '/singleplayer/'],
  ] as const) {
    await expect(card.getByRole('link', { name })).toHaveAttribute('href', href);
  }
});

test('a user is welcomed after one login check; a refused race is explained at the button', async ({
  newVisitor,
  api,
}) => {
  const username = newName('nia');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  const checks = requestsTo(page, '/api/isloggedin');
  await page.goto('/');
  const card = page.getByRole('main').locator('section').filter({ hasText: 'Welcome' });
  await expect(card.getByRole('img', { name: 'Your skin' })).toBeVisible();
  await expect(card.getByRole('link', { name: `Welcome, ${username}` })).toHaveAttribute('href', `/user/${username}/`);
  await expect(card.getByRole('link', { name: 'Singleplayer' })).toHaveAttribute('href', '/singleplayer/');
  expect(checks).toHaveLength(1);

  const multiplayer = card.getByRole('button', { name: 'Multiplayer' });
  await expect(multiplayer).toHaveAccessibleDescription('Race against others');
  await page.route('**/api/multiplayer', (route) => route.fulfill(BUSY));
  await multiplayer.click();
  await expect(card.getByRole('alert')).toHaveText(BUSY.body);
  await expect(multiplayer).toBeEnabled();
  await expect(multiplayer).toBeFocused();
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('button', { name: 'Play', exact: true }).click();
  const answer = await hold(page, '**/api/multiplayer');
  await nav.getByRole('button', { name: /^Multiplayer/ }).click();
  await expect(nav.getByRole('button', { name: /^Multiplayer/ })).toBeDisabled();
  answer();
  await expect(nav.getByRole('alert')).toHaveText(BUSY.body);
});

test('a member goes on where they were', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('nell'));
  const page = await newVisitor({ token });
  const main = page.getByRole('main');
  await expect(main.getByText('Type today to begin a streak.')).toBeVisible();
  await expect(main.getByText('Your races and your practice will be here.')).toBeVisible();
  await expect(main.getByText('Fast fingers, feather-light.')).toBeHidden();

  await saveRun(api, token, { text: 'ten words', mode: 'words10' });
  await page.reload();
  await expect(main.getByText('Today counts for your streak.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Today’s race: one attempt' })).toHaveAttribute('href', '/today');
  await expect(main.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/history');
  await expectNoViolations(page);
  await expectReadableInEveryTheme(page);
  await main.getByRole('link', { name: 'Go on: 10 words' }).click();
  await expect(page).toHaveURL('/singleplayer/?mode=words&count=10');
  await page.goBack();
  await main.getByRole('link', { name: '10 words', exact: true }).click();
  await expect(page).toHaveURL(/\/history\/p\d+$/);
});

test('a front page from the back/forward cache checks the login, and opens a race', async ({
  playwright,
  launchOptions,
  server,
  api,
}) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    // The headless shell has no back/forward cache.
    executablePath: process.env.COLIBRI_CHROMIUM,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'I understand' }).click();
  await enterAs(page, await api.signUp(newName('bea')));
  await page.reload();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const multiplayer = page.getByRole('main').getByRole('button', { name: 'Multiplayer' });
  await multiplayer.click();
  await expect(page.getByRole('list', { name: 'Racers' })).toBeVisible();
  const arrived = page.waitForEvent('framenavigated');
  await page.evaluate(() => void setTimeout(() => window.history.back()));
  await arrived;
  // Otherwise this would test a reloaded page.
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await expect(multiplayer).toBeEnabled();

  // Chromium sends storage events to pages in its back/forward cache; other browsers may not.
  await page.evaluate(() => {
    localStorage.removeItem('token');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page.getByRole('heading', { name: 'Unlock more' })).toBeVisible();
  await browser.close();
});
