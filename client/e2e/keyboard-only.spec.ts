import type { Locator, Page } from '@playwright/test';

import { newName, PASSWORD } from './api';
import { expect, test } from './fixtures';
import { start, textOfRoom, typeByHand } from './race';

/** More Tab stops than any screen has. */
const MOST_STOPS = 30;

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test('signup, race, results and the next race work by keyboard alone', async ({ newVisitor }) => {
  const page = await newVisitor();
  const username = newName('kim');
  const main = page.getByRole('main');
  await tabTo(page, main.getByRole('link', { name: 'Sign up' }));
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${username}@example.org`);
  await tabTo(page, page.getByLabel('Country'));
  await page.keyboard.type('Costa');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Country')).toHaveValue('Costa Rica');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await tabTo(page, page.getByLabel('Confirm password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  const multiplayer = main.getByRole('button', { name: 'Multiplayer' });
  await tabTo(page, multiplayer);
  const text = await textOfRoom(page, () => page.keyboard.press('Enter'));
  await start(page);
  await typeByHand(page, text);
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();

  const code = new URL(page.url()).pathname;
  await tabTo(page, page.getByRole('button', { name: 'Race again' }));
  await textOfRoom(page, () => page.keyboard.press('Enter'));
  await expect(page.getByRole('list', { name: 'Racers' }).getByRole('link', { name: username })).toBeVisible();
  expect(new URL(page.url()).pathname).not.toBe(code);
});
