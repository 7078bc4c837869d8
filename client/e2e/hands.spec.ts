import type { Page } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { fillRoom } from './official-client';
import { start } from './race';
import { ROOMS_OF_TWO } from './server';
import { drawn, practice, pressOnResults, TEXT } from './typing';

// The test of a race starts it by a second racer.
test.use({ serverSettings: ROOMS_OF_TWO });

/** The pause between keys, so that no run is impossibly fast. */
const DELAY_MS = 40;

const field = (page: Page) => page.getByLabel('Type the text here');
const results = (page: Page) => page.getByRole('region', { name: 'Results' });

test('Tab, then Enter, begins a new text, and the keyboard is there', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'pura vida', 'otra cosa', 'una más');
  await page.keyboard.type('pura v');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Restart with a new text' })).toBeFocused();
  await expect(page.getByText('press any key to keep typing')).toBeHidden();
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(page.locator(TEXT)).toHaveText('otra cosa');
  await expect(field(page)).toBeFocused();
  // A letter goes on with the text instead.
  await page.keyboard.type('ot');
  await page.keyboard.press('Tab');
  await page.keyboard.type('r');
  await expect(field(page)).toBeFocused();
  await expect.poll(() => drawn(page, 4)).toEqual(['correct', 'correct', 'correct', 'current']);
  // Also at the end, where it is the first button of the results.
  await page.keyboard.type('a cosa', { delay: DELAY_MS });
  await expect(results(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator(TEXT)).toHaveText('una más');
});

test('Tab, then Enter, begins the same text if that was chosen', async ({ newVisitor }) => {
  const stored = { settings: JSON.stringify({ tabEnter: 'same' }) };
  const page = await newVisitor({ at: null, stored });
  await practice(page, 'pura vida', 'otra cosa');
  await page.keyboard.type('pura v');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator(TEXT)).toHaveText('pura vida');
  await expect.poll(() => drawn(page, 2)).toEqual(['current', 'untyped']);
  await page.keyboard.type('pura vida', { delay: DELAY_MS });
  await page.keyboard.press('Tab');
  await expect(results(page).getByRole('button', { name: 'Try again' })).toBeFocused();
});

test('Enter right after the last key leaves the result, and later begins the same text', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'pura vida', 'otra cosa');
  await page.keyboard.type('pura vida', { delay: DELAY_MS });
  await page.keyboard.press('Enter');
  await expect(results(page)).toBeFocused();
  await expect(results(page).getByRole('button').first()).toHaveText('New text');
  await expect(results(page).getByRole('button').nth(1)).toHaveText('Try again');
  await pressOnResults(page, 'Enter');
  await expect(page.locator(TEXT)).toHaveText('pura vida');
});

test('in words, a missing and an extra letter cost their words and no other', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('ida'));
  const page = await newVisitor({ at: null, token });
  await page.goto('/singleplayer/?mode=words&count=10');
  await expect(field(page)).toBeFocused();
  const words = ((await page.locator(TEXT).textContent()) ?? '').split(' ');
  const [first = '', second = '', ...others] = words;
  const saved = page.waitForResponse('**/api/singleplayer');
  await page.keyboard.type(`${first}x`, { delay: DELAY_MS });
  await expect.poll(async () => (await drawn(page, first.length + 1)).at(-1)).toBe('incorrect');
  await page.keyboard.type(` ${second.slice(0, 1)} ${others.join(' ')}`, { delay: DELAY_MS });
  await expect(results(page)).toBeVisible();
  expect((await saved).status()).toBe(200);
  const { runs } = await api.post<{ runs: { rules: number; mark: null; wpm: number; rawWpm: number }[] }>(
    '/api/history',
    { token },
  );
  expect(runs[0]).toMatchObject({ rules: 2, mark: null });
  expect(runs[0]?.wpm).toBeLessThan(runs[0]?.rawWpm ?? 0);
});

test('a personal best in words is celebrated, and the same words again are none', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('eva'));
  const page = await newVisitor({ at: null, token });
  const bests = page.waitForResponse('**/api/history/bests');
  await page.goto('/singleplayer/?mode=words&count=10');
  await expect(field(page)).toBeFocused();
  await bests;
  const text = (await page.locator(TEXT).textContent()) ?? '';
  await page.keyboard.type(text, { delay: 2 * DELAY_MS });
  await expect(results(page)).toContainText('New personal best!');
  await pressOnResults(page, 'Enter');
  await expect(page.locator(TEXT)).toHaveText(text);
  await page.keyboard.type(text, { delay: DELAY_MS });
  await expect(results(page)).toContainText('You typed the same words again.');
  await expect(results(page)).not.toContainText('New personal best!');
  await pressOnResults(page, 'Shift+Enter');
  await expect(page.locator(TEXT)).not.toHaveText(text);
  await page.keyboard.type((await page.locator(TEXT).textContent()) ?? '', { delay: DELAY_MS });
  await expect(results(page)).toContainText(/\d wpm (above|below) your average/);
});

test('words that were begun before are no personal best', async ({ newVisitor, api }) => {
  const page = await newVisitor({ at: null, token: await api.signUp(newName('ines')) });
  await page.goto('/singleplayer/?mode=words&count=10');
  await expect(field(page)).toBeFocused();
  const text = (await page.locator(TEXT).textContent()) ?? '';
  await page.keyboard.type(text.slice(0, 10), { delay: DELAY_MS });
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await expect(page.locator(TEXT)).toHaveText(text);
  await page.keyboard.type(text, { delay: DELAY_MS });
  await expect(results(page)).toContainText('You typed the same words again.');
});

test('a link to a mode leads there from the cookie notice', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null, isNew: true });
  await page.goto('/singleplayer/?mode=words&seconds=60');
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'I understand' }).click();
  await expect(page).toHaveURL('/singleplayer/?mode=words&seconds=60');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('group', { name: 'Until' }).getByLabel('60 s')).toBeChecked();
});

test('the last result of a guest outlasts a reload, and belongs to the account that follows', async ({
  newVisitor,
}) => {
  const page = await newVisitor({ at: null });
  await page.goto('/singleplayer/?mode=words&count=10');
  await expect(field(page)).toBeFocused();
  const text = (await page.locator(TEXT).textContent()) ?? '';
  await page.keyboard.type(text, { delay: DELAY_MS });
  await expect(results(page).getByRole('link', { name: 'Sign up and keep this result' })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'If you would like to see the detailed statistics, please log in' }).click();
  await page.getByRole('link', { name: 'Signup' }).click();
  const username = newName('lia');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('quetzal-verde-42');
  await page.getByLabel('Confirm password').fill('quetzal-verde-42');
  await expect(page.getByText('Your last practice on this device')).toBeVisible();
  const saved = page.waitForResponse('**/api/singleplayer');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/singleplayer/?mode=words&count=10');
  expect((await saved).status()).toBe(200);
  await page.goto('/history');
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(2);
});

test('a guest is offered to keep only what can be kept', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.goto('/singleplayer/?mode=own');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type((await page.locator(TEXT).textContent()) ?? '', { delay: DELAY_MS });
  await expect(results(page)).toBeVisible();
  await expect(results(page).getByRole('link')).toHaveCount(0);
});

test('the account of a guest goes on with the guest’s bag of texts', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/singleplayer/' });
  await expect(field(page)).toBeFocused();
  const bag = await page.evaluate(() => localStorage.getItem('textBag'));
  await page.goto('/account/signup');
  const username = newName('mia');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('quetzal-verde-42');
  await page.getByLabel('Confirm password').fill('quetzal-verde-42');
  await expect(page.getByText('Your last practice on this device')).toBeHidden();
  const signup = page.waitForRequest('**/api/signup');
  await page.getByRole('button', { name: 'Sign up' }).click();
  expect((await signup).postDataJSON()).toMatchObject({ username, bag });
  await expect(page).toHaveURL('/?signup=true');
});

test('the palette finds modes of practice from any screen', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/about' });
  const active = page.getByRole('dialog').getByRole('option', { selected: true });
  for (const [query, label, address] of [
    ['60', 'Words: 60 s', '/singleplayer/?mode=words&seconds=60'],
    ['weak', 'Weak keys', '/singleplayer/?mode=weak'],
    ['words 25', 'Words: 25', '/singleplayer/?mode=words&count=25'],
    ['texts short', 'Texts: Short', '/singleplayer/?mode=text&length=short'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type(query);
    await expect(active).toContainText(label);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
  }
});

test('the palette asks before it resets the settings, and offers to undo it', async ({ newVisitor }) => {
  const page = await newVisitor({ stored: { settings: JSON.stringify({ caret: 'block' }) } });
  const reset = async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('res');
    await page.keyboard.press('Enter');
  };
  const caret = page.locator('html');
  await reset();
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toHaveText('Keep my settings');
  await page.keyboard.press('Enter');
  await expect(caret).toHaveAttribute('data-caret', 'block');
  await reset();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(caret).toHaveAttribute('data-caret', 'bar');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(caret).toHaveAttribute('data-caret', 'block');
});

test('a guest sees at home where to type, one click after the notice', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null, isNew: true });
  await page.goto('/');
  await page.getByRole('button', { name: 'I understand' }).click();
  await page.getByRole('link', { name: 'Type now' }).click();
  await expect(field(page)).toBeFocused();
});

test('in a running race, Tab, then Enter, changes nothing', async ({ newVisitor, api, server }) => {
  const token = await api.signUp(newName('tab'));
  const code = await api.openRoom(token);
  const page = await newVisitor({ token, at: `/multiplayer/${code}/` });
  const opponent = await fillRoom(api, server.url, code);
  await start(page);
  const text = (await page.locator(TEXT).textContent()) ?? '';
  await page.keyboard.type(text.slice(0, 3), { delay: DELAY_MS });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'press any key to keep typing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text.slice(3, 5), { delay: DELAY_MS });
  await expect.poll(async () => (await drawn(page, 5)).every((one) => one === 'correct')).toBe(true);
  opponent.disconnect();
});
