import { themes } from '../src/design/themes';
import { newName } from './api';
import { expectReadableInEveryTheme } from './axe';
import { expect, test } from './fixtures';
import { saveRun } from './runs';
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

test('a dark theme is printed in dark letters, also in a chart', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('ink'));
  await saveRun(api, token, { text: 'the bird sings', keystrokes: 'the birx\bd sings' });
  const { runs } = await api.post<{ runs: { id: string }[] }>('/api/history', { token });
  for (const theme of Object.keys(themes).filter((name) => themes[name as keyof typeof themes] === 'dark')) {
    const page = await newVisitor({
      token,
      at: `/history/${runs[0]?.id}`,
      stored: { settings: JSON.stringify({ theme }) },
    });
    const chart = page.locator('canvas').first();
    await expect(chart).toBeVisible();
    const drawn = () => chart.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const onScreen = await drawn();
    await page.emulateMedia({ media: 'print' });
    // The ink of the light theme.
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(18, 38, 30)');
    await expect.poll(drawn).not.toBe(onScreen);
    await page.close();
  }
});

test('under forced colors, choices, levels and legends are told apart', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('fco'));
  const text = 'the tattered kitten sat, and taught the little otter tact';
  await saveRun(api, token, { text, keystrokes: text.replaceAll('t', 'r\bt') });
  const page = await newVisitor({ token, at: '/keys' });
  await page.emulateMedia({ forcedColors: 'active' });
  const background = (element: Element) => getComputedStyle(element).backgroundColor;
  const [chosen, other] = await page
    .getByRole('group', { name: 'Theme' })
    .locator('input')
    .evaluateAll((inputs) =>
      [true, false].map((isChosen) => {
        const face = inputs.find((input) => (input as HTMLInputElement).checked === isChosen)?.nextElementSibling;
        return face && getComputedStyle(face).backgroundColor;
      }),
    );
  expect(chosen).not.toBe(other);
  const bar = page
    .getByRole('img', { name: /^A keyboard/ })
    .locator('[data-level="4"] > i')
    .first();
  expect(await bar.evaluate(background)).not.toBe(await page.locator('html').evaluate(background));
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
