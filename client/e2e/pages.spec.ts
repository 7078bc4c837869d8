import { newName } from './api';
import { expect, test } from './fixtures';

// The browser reports the status of a page that is not found.
test.use({ allowedTrouble: /status of 404/ });

test('an unknown path shows the page for what is not found, with its title and a way home', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await expect(page).toHaveTitle('404 Page Not Found | Colibri');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/');
});

test('every screen has a title of its own', async ({ newVisitor }) => {
  const page = await newVisitor();
  for (const [path, title] of [
    ['/', /^Colibri/],
    ['/account/login', 'Login | Colibri'],
    ['/account/signup', 'Signup | Colibri'],
    ['/singleplayer/', 'Singleplayer | Colibri'],
    ['/about', 'About | Colibri'],
    ['/imprint', 'Imprint | Colibri'],
    ['/disclaimer', 'Disclaimer | Colibri'],
    ['/terms-of-service', 'Terms of Use | Colibri'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
});

test('without consent to cookies practice and race lead home, where it is asked for', async ({
  browser,
  server,
  api,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const token = await api.signUp(newName('cleo'));
  const { code } = await api.post<{ code: string }>('/api/multiplayer', { token, private: true });
  await page.goto('/');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  const aYearAgo = new Date(Date.now() - 366 * 24 * 60 * 60 * 1000).toISOString();
  for (const consent of [null, '{"allow":false}', JSON.stringify({ allow: true, date: aYearAgo }), 'nonsense']) {
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
  // Escape is no consent.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Cookies' })).toBeVisible();
  await page.getByRole('button', { name: 'I understand' }).click();
  await page.goto('/singleplayer/');
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await context.close();
});
