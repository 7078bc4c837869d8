import type { Page } from '@playwright/test';

import { newName } from './api';
import { expect, signUp, test } from './fixtures';

/** Between keys, where nothing is saved. */
const DELAY_MS = 10;
/** Slow enough for the server to believe it. */
const HUMAN_DELAY_MS = 40;

/** Opens practice, or asks it for a text by `ask`, and answers with the text. */
async function textOfPractice(page: Page, ask: () => Promise<unknown>): Promise<string> {
  const answer = page.waitForResponse('**/api/gettext');
  await ask();
  const { text } = (await (await answer).json()) as { text: string };
  await expect(page.getByRole('img', { name: text })).toBeVisible();
  return text;
}

const results = (page: Page) => page.getByRole('region', { name: 'Results' });

test('a guest practises with mistakes, sees the results, starts again and takes a new text', async ({ newVisitor }) => {
  const page = await newVisitor();
  const text = await textOfPractice(page, () => page.goto('/singleplayer/'));
  await expect(page).toHaveTitle('Singleplayer | Colibri');
  await expect(page.getByText('Playing in Singleplayer does not affect your stats')).toBeVisible();

  await page.keyboard.type(text.slice(0, 6), { delay: DELAY_MS });
  await page.keyboard.type('#', { delay: DELAY_MS });
  await page.keyboard.press('Backspace');
  await page.keyboard.type(text.slice(6, -1), { delay: DELAY_MS });
  await page.keyboard.type('#', { delay: DELAY_MS });
  // The end is reached, but not every character is correct.
  await expect(results(page)).toBeHidden();
  await page.keyboard.press('Backspace');
  await page.keyboard.type(text.slice(-1));
  const accuracy = (Math.round(((text.length - 2) / text.length) * 10_000) / 100).toFixed(2);
  await expect(results(page)).toContainText(accuracy);
  await expect(results(page)).toBeInViewport({ ratio: 1 });
  await expect(
    page.getByRole('link', { name: 'If you would like to see the detailed statistics, please log in' }),
  ).toHaveAttribute('href', '/account/login');

  // A key too many changes nothing; Enter begins the same text again.
  await page.keyboard.press('Space');
  await expect(results(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(results(page)).toBeHidden();
  await expect(page.getByRole('img', { name: text })).toBeVisible();
  await page.keyboard.type(text, { delay: DELAY_MS });
  await expect(results(page)).toContainText('100.00');

  const next = await textOfPractice(page, () => page.keyboard.press('Shift+Enter'));
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await page.keyboard.type(next, { delay: DELAY_MS });
  await expect(results(page)).toBeVisible();
  await results(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Type the text here')).toBeFocused();
});

test('the results of a practice are in view on a small screen', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.setViewportSize({ width: 390, height: 844 });
  const text = await textOfPractice(page, () => page.goto('/singleplayer/'));
  await page.keyboard.type(text, { delay: DELAY_MS });
  await expect(results(page)).toBeInViewport({ ratio: 1 });
});

test('the statistics of a signed-in user appear and grow with every practice', async ({ newVisitor }) => {
  const page = await newVisitor();
  await signUp(page, newName('pia'));
  let text = await textOfPractice(page, () => page.goto('/singleplayer/'));
  const statistics = page.getByRole('region', { name: 'Statistics' });
  const completed = statistics.locator('div').filter({ hasText: 'Practices completed' }).last();
  await expect(completed).toContainText('0');
  for (const count of ['1', '2']) {
    await page.keyboard.type(text, { delay: HUMAN_DELAY_MS });
    await expect(results(page)).toBeVisible();
    await expect(completed).toContainText(count);
    text = await textOfPractice(page, () => page.keyboard.press('Shift+Enter'));
  }
  await expect(statistics).toContainText(/Time spent practicing\d\d:\d\d:\d\d/);
});
