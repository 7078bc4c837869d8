import { themes } from '../src/design/themes';
import { newName } from './api';
import { expectReadableInEveryTheme } from './axe';
import { expect, test } from './fixtures';
import { colorOf } from './tokens';
import { practice } from './typing';

test('the theme follows the system until another is chosen, and again on request', async ({ newVisitor }) => {
  const page = await newVisitor();
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');

  const theme = page.getByRole('group', { name: 'Theme' });
  await expect(theme.getByLabel('Light')).toBeChecked();
  await theme.getByLabel('Light').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(theme.getByLabel('System')).toBeChecked();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('the browser’s own bars and controls have the chosen theme, too', async ({ newVisitor }) => {
  const page = await newVisitor();
  // The page has one color for each preference of the system.
  const bars = () =>
    page.locator('meta[name="theme-color"]').evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')));
  const html = page.locator('html');
  for (const [theme, kind] of Object.entries(themes)) {
    await page.evaluate((theme) => localStorage.setItem('settings', JSON.stringify({ theme })), theme);
    await page.reload();
    await expect(html).toHaveAttribute('data-theme', theme);
    await expect(html).toHaveCSS('color-scheme', kind);
    const background = await colorOf(page, 'background');
    await expect(html).toHaveCSS('background-color', background);
    await expect.poll(bars).toEqual([background, background]);
  }
});

test('a new theme appears at once under reduced motion', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dark = await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
    // As a chart reads it when it is redrawn.
    return getComputedStyle(document.body).color;
  });
  expect(dark).toBe(await colorOf(page, 'ink'));
});

for (const screen of ['home', 'practice', 'race', 'profile', 'shop', 'settings'] as const) {
  test(`every theme is readable: ${screen}`, async ({ newVisitor, api }) => {
    const username = newName('iris');
    const token = await api.signUp(username);
    const paths = { home: '/', profile: `/user/${username}/`, shop: '/shop', settings: '/settings' };
    const page = await newVisitor({ token, at: null });
    if (screen === 'practice') {
      await practice(page, 'abcd');
      await page.keyboard.type('ax');
    } else {
      await page.goto(screen === 'race' ? `/multiplayer/${await api.openRoom(token)}/` : paths[screen]);
    }
    await expectReadableInEveryTheme(page);
  });
}
