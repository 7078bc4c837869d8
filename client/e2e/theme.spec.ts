import { expect, test } from './fixtures';

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

test('the browser’s own controls have the chosen theme, too', async ({ newVisitor }) => {
  const page = await newVisitor();
  const around = page.locator('meta[name="theme-color"]').first();
  await expect(around).toHaveAttribute('content', 'rgb(241, 246, 242)');
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await expect(around).toHaveAttribute('content', 'rgb(10, 21, 18)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 21, 18)');
  await page.reload();
  await expect(around).toHaveAttribute('content', 'rgb(10, 21, 18)');
});

test('a new theme appears at once under reduced motion', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const [light, dark] = await page.evaluate(() => {
    // As a chart reads it when it is redrawn.
    const ink = () => getComputedStyle(document.body).color;
    const before = ink();
    document.documentElement.dataset.theme = 'dark';
    return [before, ink()];
  });
  expect([light, dark]).toEqual(['rgb(18, 38, 30)', 'rgb(232, 243, 237)']);
});
