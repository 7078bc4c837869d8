import type { Page } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, hold, screenOf, test } from './fixtures';
import { fillRoom } from './official-client';
import { start } from './race';
import { ROOMS_OF_TWO } from './server';
import { drawn, practice } from './typing';

// A room waits for the second racer.
test.use({ serverSettings: ROOMS_OF_TWO });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
/** Opens the palette, whose script is loaded at the first time. */
async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
}

const field = (page: Page) => palette(page).getByRole('combobox');
const active = (page: Page) => palette(page).getByRole('option', { selected: true });

test('the palette finds a screen, an action and a value by keyboard alone', async ({ newVisitor }) => {
  const page = await newVisitor();
  await open(page);
  await expect(field(page)).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.type('terms');
  await expect(active(page)).toHaveText('Terms of Use');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await expect(palette(page)).toBeHidden();

  await open(page);
  await page.keyboard.type('theme dark');
  await expect(active(page)).toHaveText('Theme: Dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await open(page);
  await page.keyboard.type('mute');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => localStorage.getItem('audio'))).toBe('false');
});

test('the palette leads admins, and nobody else, to the admin screen', async ({ newVisitor, api, server }) => {
  const username = newName('adm');
  const page = await newVisitor({ token: await api.signUp(username) });
  await open(page);
  await page.keyboard.type('admin');
  await expect(palette(page).getByText('Nothing found.')).toBeVisible();
  await server.grantAdmin(username);
  await page.reload();
  await screenOf(page);
  await open(page);
  await page.keyboard.type('admin');
  await expect(active(page)).toHaveText('Admin');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Add skin' })).toBeVisible();
});

test('the values of a setting are listed from the palette, and Escape leads back', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Find anything' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('text size');
  await expect(active(page)).toHaveText('Text size100%');
  await page.keyboard.press('Enter');
  await expect(active(page)).toHaveText('100%');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveAccessibleName('Type a setting, a screen or an action');
  await page.keyboard.type('text size');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveCSS('--typing-size', '1.1');

  await open(page);
  await page.keyboard.type('nothing like it');
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
});

test('the palette is in the language of the page, and finds words of both', async ({ newVisitor }) => {
  const page = await newVisitor({ locale: 'es-CR' });
  await open(page);
  const dialog = page.getByRole('dialog', { name: 'Buscar' });
  const option = dialog.getByRole('option', { selected: true });
  await page.keyboard.type('tamano');
  await expect(option).toHaveText('Tamaño del texto100 %');
  await dialog.getByRole('combobox').fill('blind mode on');
  await expect(option).toHaveText('Modo a ciegas: Sí');
});

test('in a practice the palette has its actions, and the text gets the keyboard back', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'pura vida');
  await page.keyboard.type('pu');
  await open(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await page.keyboard.type('r');
  await expect.poll(() => drawn(page, 4)).toEqual(['correct', 'correct', 'correct', 'current']);
  await open(page);
  await page.keyboard.type('restart');
  await expect(active(page)).toHaveText('Restart');
  await page.keyboard.press('Enter');
  await expect.poll(() => drawn(page, 1)).toEqual(['current']);
  await expect(page.getByLabel('Type the text here')).toBeFocused();
});

test('a press before the scripts are there opens the palette', async ({ newVisitor }) => {
  for (const script of ['client', 'frame']) {
    const page = await newVisitor({ at: null });
    const letThrough = await hold(page, `**/${script}.*.js`);
    const asked = page.waitForRequest(`**/${script}.*.js`);
    await page.goto('/about', { waitUntil: 'commit' });
    // The first script has run.
    await page.locator('html[data-theme]').waitFor({ state: 'attached' });
    await asked;
    await page.keyboard.press('Control+k');
    letThrough();
    await expect(field(page), script).toBeFocused();
  }
});

test('Enter that ends a word of an input method chooses nothing', async ({ newVisitor }) => {
  const page = await newVisitor();
  await open(page);
  await page.keyboard.type('terms');
  // Safari's, which comes after the composition.
  const isLeft = await field(page).evaluate((input) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })),
  );
  expect(isLeft).toBe(true);
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/terms-of-service');
});

test('the palette stays closed while a race is typed', async ({ newVisitor, api, server }) => {
  const token = await api.signUp(newName('pal'));
  const code = await api.openRoom(token);
  const page = await newVisitor({ token, at: `/multiplayer/${code}/` });
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  const opponent = await fillRoom(api, server.url, code);
  await start(page);
  await expect(palette(page)).toBeHidden();
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  opponent.disconnect();
});
