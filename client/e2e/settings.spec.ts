import type { Locator } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { BUSY, expect, requestsTo, test } from './fixtures';
import { type Drawn, drawn, practice, pressOnResults } from './typing';

/** The storage after an earlier visit that chose these settings. */
const chosen = (settings: object) => ({ settings: JSON.stringify(settings) });

/** The number at the start of an element's text. */
async function numberIn(element: Locator): Promise<number> {
  return Number.parseFloat(((await element.textContent()) ?? '').replace(',', ''));
}

test('the first paint has the chosen look, before the page’s own script has run', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null, stored: chosen({ theme: 'dark', textSize: 150 }) });
  await page.route(/\/client\.[0-9a-f]{8}\.js$/, () => {});
  await page.goto('/', { waitUntil: 'commit' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveCSS('--typing-size', '1.5');
});

test('a theme and a language chosen before there were settings still count', async ({ newVisitor }) => {
  const page = await newVisitor({ stored: { theme: 'dark', language: 'es' } });
  await expect(page.getByRole('group', { name: 'Tema' }).getByLabel('Oscuro')).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('settings that hold nonsense break no page', async ({ newVisitor }) => {
  const page = await newVisitor({ stored: { settings: '{"theme":"pink","textSize":"huge"' } });
  await expect(page.getByRole('group', { name: 'Theme' }).getByLabel('System')).toBeChecked();
});

test('two windows that change different settings keep both', async ({ newVisitor }) => {
  const page = await newVisitor();
  const other = await page.context().newPage();
  await other.goto('/about');
  await page.getByRole('group', { name: 'Theme' }).getByText('Dark', { exact: true }).click();
  await other.getByRole('group', { name: 'Language' }).getByText('Español', { exact: true }).click();
  for (const window of [page, other]) {
    await expect(window.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(window.locator('html')).toHaveAttribute('lang', 'es');
  }
});

test('every kind of setting is chosen on its screen, applies at once, lasts, and can be reset', async ({
  newVisitor,
}) => {
  const page = await newVisitor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Settings | Colibri');
  const html = page.locator('html');
  const block = page.getByRole('group', { name: 'Caret' }).getByLabel('Block');
  const size = page.getByRole('slider', { name: 'Text size' });
  const glide = page.getByRole('checkbox', { name: 'Gliding caret' });
  await page.getByRole('group', { name: 'Caret' }).getByText('Block', { exact: true }).click();
  await size.focus();
  await page.keyboard.press('ArrowRight');
  await glide.uncheck();
  const applies = async () => {
    await expect(html).toHaveAttribute('data-caret', 'block');
    await expect(html).toHaveAttribute('data-glide', 'off');
    await expect(html).toHaveCSS('--typing-size', '1.05');
  };
  await applies();
  await expectNoViolations(page);
  await page.reload();
  await applies();
  await expect(block).toBeChecked();
  await expect(size).toHaveAttribute('aria-valuetext', '105%');

  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(page.getByText('All settings are back to their defaults.')).toBeVisible();
  await expect(html).toHaveAttribute('data-caret', 'bar');
  await page.getByRole('button', { name: 'Undo' }).click();
  await applies();
});

test('the preview types by itself, and the visitor can type into it', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/settings' });
  const preview = page.getByRole('region', { name: 'Preview' });
  const state = async (length: number) => (await drawn(page, length)).join(' ');
  await expect.poll(() => state(3)).toBe('correct correct correct');
  await preview.getByLabel('Type here to try it').focus();
  await page.keyboard.type('A x');
  await expect.poll(() => state(4)).toBe('correct correct incorrect current');
  await page.keyboard.press('Tab');
  await expect(preview.getByLabel('Type here to try it')).not.toBeFocused();
  await expect.poll(() => state(5)).toBe('correct correct correct correct correct');
});

test('the preview is typed as a text would be', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/settings' });
  const field = page.getByLabel('Type here to try it');
  const choose = (group: string, name: string) =>
    page.getByRole('group', { name: group, exact: true }).getByText(name, { exact: true }).click();
  const typeWrong = async (...characters: Drawn[]) => {
    await field.focus();
    await page.keyboard.type('Ux');
    await expect.poll(() => drawn(page, 3)).toEqual(characters);
  };
  await choose('Texts in', 'Español');
  await expect(page.getByRole('region', { name: 'Preview' }).locator('[lang=es]')).toBeVisible();
  await typeWrong('correct', 'incorrect', 'current');
  await choose('Stop on a mistake', 'At the letter');
  await typeWrong('correct', 'current', 'untyped');
  await choose('Stop on a mistake', 'Off');
  await page.getByText('Blind mode', { exact: true }).click();
  await typeWrong('correct', 'correct', 'current');
});

test('the preview hides no control that has the focus', async ({ newVisitor }) => {
  // A notice about the sound has a button.
  const stored = { audio: 'false' };
  const page = await newVisitor({ at: '/settings', stored, viewport: { width: 390, height: 844 } });
  await page.getByRole('checkbox', { name: 'Blind mode' }).focus();
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement?.closest('label') ?? document.activeElement ?? document.body;
      const { left, width, top } = element.getBoundingClientRect();
      const isCovered = !element.contains(document.elementFromPoint(left + width / 2, top + 1));
      return { isCovered, isTyped: document.activeElement?.matches('[type=text]') };
    });
  for (let now = await focused(); !now.isTyped; now = await focused()) {
    expect(now.isCovered).toBe(false);
    await page.keyboard.press('Shift+Tab');
  }
});

test('with reduced motion, the preview stands still', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/settings', reducedMotion: 'reduce' });
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('timer')).toHaveText('0:00');
  const shown = await drawn(page, 40);
  expect(shown).toContain('incorrect');
  await page.waitForLoadState('networkidle');
  expect(await drawn(page, 40)).toEqual(shown);
});

test('a sheet beside the text has all settings, but not while typing', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'pura vida');
  const open = page.getByRole('main').getByRole('button', { name: 'Settings' });
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  await sheet.getByRole('group', { name: 'Caret' }).getByText('Underline', { exact: true }).click();
  await sheet.getByRole('group', { name: 'Stop on a mistake' }).getByText('At the letter', { exact: true }).click();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-caret', 'underline');
  await page.keyboard.type('px');
  await expect.poll(() => drawn(page, 3)).toEqual(['correct', 'current', 'untyped']);
  await expect(open).toBeHidden();
});

test('mistakes can stop the text at their word', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null, stored: chosen({ stopOnError: 'word' }) });
  await practice(page, 'ab cd');
  await page.keyboard.type('xb cd');
  await expect.poll(() => drawn(page, 5)).toEqual(['incorrect', 'correct', 'current', 'untyped', 'untyped']);
  await page.keyboard.press('Control+Backspace');
  await page.keyboard.type('ab c');
  await expect.poll(() => drawn(page, 5)).toEqual(['correct', 'correct', 'correct', 'correct', 'current']);
});

test('blind mode hides mistakes until the end', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null, stored: chosen({ blindMode: true }) });
  await practice(page, 'abcd');
  const stands = (...characters: Drawn[]) => expect.poll(() => drawn(page, 4)).toEqual(characters);
  await page.keyboard.type('axc');
  await stands('correct', 'correct', 'correct', 'current');
  await page.keyboard.type('d');
  await stands('correct', 'incorrect', 'correct', 'correct');
  await expect(page.getByText('Fix 1 mistake to finish')).toBeVisible();
});

for (const [quickRestart, key, hint] of [
  ['enter', 'Enter', 'Enter: restart'],
  ['tab', 'Tab', 'Tab: restart · Shift + Tab: leave the text'],
  ['escape', 'Escape', 'Esc: restart'],
] as const) {
  test(`${key} restarts a practice if it was chosen`, async ({ newVisitor }) => {
    const page = await newVisitor({ at: null, stored: chosen({ quickRestart }) });
    await practice(page, 'abcd');
    await expect(page.getByText(hint)).toBeVisible();
    const field = page.getByLabel('Type the text here');
    await page.keyboard.type('ab');
    await page.keyboard.press(key);
    await expect.poll(() => drawn(page, 2)).toEqual(['current', 'untyped']);
    await expect(field).toBeFocused();
    // Whatever restarts, the keyboard gets out.
    await page.keyboard.press('Shift+Tab');
    await expect(field).not.toBeFocused();
    await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    if (quickRestart === 'tab') return;
    await page.keyboard.press('Tab');
    await expect(field).not.toBeFocused();
  });
}

for (const [quickRestart, key] of [
  ['tab', 'Tab'],
  ['escape', 'Escape'],
  ['off', 'Enter'],
] as const) {
  test(`with the choice "${quickRestart}", ${key} on the results restarts`, async ({ newVisitor }) => {
    const page = await newVisitor({ at: null, stored: chosen({ quickRestart }) });
    await practice(page, 'abcd');
    await page.keyboard.type('abcd', { delay: 40 });
    const results = page.getByRole('region', { name: 'Results' });
    await expect(results).toBeFocused();
    // The keyboard gets out, and buttons keep their keys.
    await page.keyboard.press('Shift+Tab');
    await expect(results).not.toBeFocused();
    await page.keyboard.press('Tab');
    await expect(results.getByRole('button', { name: 'New text' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(results.getByRole('button', { name: 'Try again' })).toBeFocused();

    await results.click({ position: { x: 5, y: 5 } });
    await pressOnResults(page, key);
    await expect(page.getByLabel('Type the text here')).toBeFocused();
    await expect.poll(() => drawn(page, 2)).toEqual(['current', 'untyped']);
  });
}

test('no key restarts a practice if none should', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null, stored: chosen({ quickRestart: 'off' }) });
  await practice(page, 'abcd');
  await page.keyboard.type('ab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => drawn(page, 3)).toEqual(['correct', 'correct', 'current']);
});

test('speed is shown in the chosen unit, and only when it should be', async ({ newVisitor }) => {
  const page = await newVisitor({
    at: null,
    stored: chosen({ showSpeed: false, showAccuracy: true, speedUnit: 'cpm' }),
  });
  await practice(page, 'pura vida');
  await page.keyboard.type('purx');
  await expect(page.getByText('75%')).toBeVisible();
  await expect(page.getByText('cpm')).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('a vida', { delay: 40 });
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText('cpm');
  await expect(results).not.toContainText('wpm');
  const speed = await numberIn(results.locator('dd').first());
  const seconds = await numberIn(results.locator('dd').last());
  expect(speed / ((9 * 60) / seconds)).toBeCloseTo(1, 1);
});

test('another set of sounds is loaded once it is chosen', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/settings' });
  const [classic, typewriter] = [requestsTo(page, '/mp3/type.mp3'), requestsTo(page, '/mp3/typewriter.mp3')];
  await page.getByRole('group', { name: 'Key sound' }).getByText('Typewriter', { exact: true }).click();
  await expect.poll(() => typewriter).toHaveLength(1);
  expect(classic).toEqual([]);
  await page.getByRole('group', { name: 'Key sound' }).getByText('Off', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Mistake sound' }).uncheck();
  expect(await page.evaluate(() => localStorage.getItem('audio'))).toBe('false');
});

test('a user has the same settings on every device, and each keeps what it chose last', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('sol'));
  const [desk, lap] = [await newVisitor({ token, at: '/settings' }), await newVisitor({ token, at: null })];
  const saved = desk.waitForResponse('**/api/changesettings');
  await desk.getByRole('group', { name: 'Caret' }).getByText('Outline', { exact: true }).click();
  await saved;
  await expect(desk.getByText('Kept on your account.')).toBeVisible();

  await lap.goto('/settings');
  await expect(lap.getByRole('group', { name: 'Caret' }).getByLabel('Outline')).toBeChecked();
  const savedThere = lap.waitForRequest('**/api/changesettings');
  await lap.getByRole('checkbox', { name: 'Gliding caret' }).uncheck();
  const onlyGlide = { token, settings: { glide: false } };
  // Firefox's driver tells no body.
  expect((await savedThere).postDataJSON() ?? onlyGlide).toEqual(onlyGlide);
  await expect(lap.getByText('Kept on your account.')).toBeVisible();
  await desk.reload();
  await expect(desk.getByRole('checkbox', { name: 'Gliding caret' })).not.toBeChecked();
});

test.describe('an account whose settings cannot be fetched', () => {
  test.use({ allowedTrouble: /status of 503/ });

  test('leaves the page with those of the device', async ({ newVisitor, api }) => {
    const token = await api.signUp(newName('luz'));
    const page = await newVisitor({ token, at: null });
    await page.route('**/api/settings', (route) => route.fulfill(BUSY));
    await page.goto('/settings');
    await page.getByRole('group', { name: 'Caret' }).getByText('Block', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-caret', 'block');
    await expect(page.getByText('Kept in this browser.')).toBeVisible();
  });
});

test('a browser that can keep nothing says so', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/settings');
  await page.getByRole('group', { name: 'Caret' }).getByText('Block', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-caret', 'block');
  await expect(page.getByText('Your browser cannot keep the settings')).toBeVisible();
  await page.goto('/singleplayer/?mode=own');
  await expect(page.getByText('Your browser has no space for your text')).toBeVisible();
});
