import type { Page } from '@playwright/test';

import { type Api, newName } from './api';
import { expectNoViolations, expectReadableInEveryTheme } from './axe';
import { expect, test } from './fixtures';
import { saveRun } from './runs';
import { practice } from './typing';

const TEXT = 'the bird sings, and the flower listens';

/** Saves a practice run in which every `t` is missed first. */
const save = (api: Api, token: string) => saveRun(api, token, { text: TEXT, keystrokes: TEXT.replaceAll('t', 'r\bt') });

/** The names of the rows of the table of keys, in their order. */
function keys(page: Page) {
  return page.getByRole('table').locator('tbody th');
}

test('the keys of all runs are on a keyboard and in a table that can be sorted', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('kai'));
  await save(api, token);
  await save(api, token);
  const page = await newVisitor({ token, at: '/keys' });
  await expect(page.getByText('From 2 runs.')).toBeVisible();
  await expect(page.getByRole('img', { name: /Missed most: t\./ })).toBeVisible();
  await expect(keys(page).first()).toHaveText('t');
  await expect(page.getByRole('row', { name: /^t 12 50% / })).toBeVisible();
  await expect(page.getByText('Keys with fewer than 10 presses are not compared.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Practice these keys' })).toHaveAttribute(
    'href',
    '/singleplayer/?mode=weak',
  );
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Key', exact: true }).press('Enter');
  await expect(keys(page).first()).toHaveText('Space');
  await expect(page.getByRole('columnheader', { name: 'Key' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByText('Pairs').click();
  await expect(keys(page).filter({ hasText: /^he$/ })).toBeVisible();
  await page.getByText('Time', { exact: true }).click();
  await expect(page.getByRole('img', { name: /Slowest: / })).toBeVisible();
  await expectReadableInEveryTheme(page);

  await page.getByText('Last 1,000').click();
  await expect(page).toHaveURL('/keys?range=1000runs');
  await page.getByLabel('Language of the texts').selectOption('Español');
  await expect(page.getByText('You haven’t typed in this time.')).toBeVisible();
  await page.goBack();
  await expect(keys(page).first()).toBeVisible();
});

test('the layout of the keyboard is kept', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('kim'));
  await save(api, token);
  const page = await newVisitor({ token, at: '/keys' });
  const board = page.getByRole('img', { name: /^A keyboard/ });
  await expect(board).not.toContainText('Ñ');
  await page.getByLabel('Keyboard', { exact: true }).selectOption('QWERTY, Spanish');
  await expect(board).toContainText('Ñ');
  await page.reload();
  await expect(board).toContainText('Ñ');
  await page.goto('/settings');
  await expect(page.getByRole('radio', { name: 'QWERTY, Spanish' })).toBeChecked();
});

test('a guest sees the keys of a run in its review', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'a banana');
  await page.keyboard.type('a xanana', { delay: 40 });
  for (let back = 0; back < 6; back += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('banana', { delay: 40 });
  await page.getByText('All keys').press('Enter');
  await expect(page.getByRole('row', { name: /^b 2 50% / })).toBeVisible();
  await page.getByText('Pairs').click();
  await expect(page.getByRole('row', { name: /^an 4 0% / })).toBeVisible();
  await expectNoViolations(page);
});
