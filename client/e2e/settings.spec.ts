import { expect, test } from './fixtures';

/** Stores settings as an earlier visit would have. */
const stored = (settings: object) => ({ settings: JSON.stringify(settings) });

test('the first paint has the chosen look, before the page’s own script has run', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.addInitScript((entries) => Object.assign(localStorage, entries), stored({ theme: 'dark', textSize: 150 }));
  await page.route(/\/client\.[0-9a-f]{8}\.js$/, () => {});
  await page.goto('/', { waitUntil: 'commit' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveCSS('--typing-size', '1.5');
});

test('a theme and a language chosen before there were settings still count', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.addInitScript(() => Object.assign(localStorage, { theme: 'dark', language: 'es' }));
  await page.goto('/');
  await expect(page.getByRole('group', { name: 'Tema' }).getByLabel('Oscuro')).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('settings that hold nonsense break no page', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.addInitScript(() => localStorage.setItem('settings', '{"theme":"pink","textSize":"huge"'));
  await page.goto('/');
  await expect(page.getByRole('group', { name: 'Theme' }).getByLabel('System')).toBeChecked();
});

test('two windows that change different settings keep both', async ({ newVisitor }) => {
  const page = await newVisitor();
  const other = await page.context().newPage();
  await other.goto('/about');
  await page.getByRole('group', { name: 'Theme' }).getByLabel('Dark').check({ force: true });
  await other.getByRole('group', { name: 'Language' }).getByLabel('Español').check({ force: true });
  for (const window of [page, other]) {
    await expect(window.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(window.locator('html')).toHaveAttribute('lang', 'es');
  }
});
