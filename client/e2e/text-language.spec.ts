import type { Page, Request } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { enterRace } from './race';
import { ROOMS_OF_TWO } from './server';
import { TEXT } from './typing';

// No other file has these settings, so no racer of another test waits on this server.
test.use({ serverSettings: { ...ROOMS_OF_TWO, COLIBRI_WAITING_MS: '62000' } });

/** The options of a choice, by its name. */
const option = (page: Page, choice: string, name: string) =>
  page.getByRole('group', { name: choice, exact: true }).getByText(name, { exact: true });

/** Returns whether a call is about Spanish texts, of which Firefox tells the address only. */
function isInSpanish(request: Request, path: string): boolean {
  const form = request.postDataJSON() ?? { language: 'es' };
  return new URL(request.url()).pathname === path && form.language === 'es';
}

/** The displayed text with its language. */
const shown = (page: Page) => page.locator(TEXT);

test('practice is in the language of the page, or in the one that the visitor chose', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/singleplayer/', locale: 'es-CR' });
  await expect(shown(page)).toHaveAttribute('lang', 'es');
  await page.getByRole('contentinfo').getByText('English', { exact: true }).click();
  await expect(shown(page)).toHaveAttribute('lang', 'en');
  await page.goto('/settings');
  await option(page, 'Texts in', 'Español').click();
  await page.goto('/singleplayer/');
  await expect(shown(page)).toHaveAttribute('lang', 'es');
});

test('a new text is another one than the text before, each time', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/singleplayer/', locale: 'es' });
  for (let i = 0; i < 5; i++) {
    const before = (await shown(page).textContent()) ?? '';
    await page.getByRole('button', { name: 'Otro texto', exact: true }).click();
    await expect(shown(page)).not.toHaveText(before);
  }
});

test('a room has the language of its opener, and the waiting room says so', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('ana')), locale: 'es', at: null });
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Multijugador' }).click();
  await expect(shown(page)).toHaveAttribute('lang', 'es');
  await expect(page.getByText('Texto: Español')).toBeVisible();
  const other = await newVisitor({ token: await api.signUp(newName('bo')) });
  await enterRace(other);
  await expect(shown(other)).toHaveAttribute('lang', 'en');
});

test('a racer who waits alone for a Spanish text goes on to a room in which someone waits', async ({
  newVisitor,
  api,
}) => {
  const ana = await newVisitor({ token: await api.signUp(newName('ana')), locale: 'es', at: '/' });
  await ana.getByRole('main').getByRole('button', { name: 'Multijugador' }).click();
  await expect(ana.getByText('Texto: Español')).toBeVisible();
  const bo = await newVisitor({ token: await api.signUp(newName('bo')) });
  await enterRace(bo);
  await expect(ana).toHaveURL(bo.url());
  await expect(shown(ana)).toHaveAttribute('lang', 'en');
  await expect(ana.getByRole('list', { name: 'Participantes' }).getByRole('listitem')).toHaveCount(2);
});

test('leaderboard and profile are filtered by the language of the texts', async ({ newVisitor, api }) => {
  const username = newName('ana');
  const page = await newVisitor({ token: await api.signUp(username), at: '/' });
  const boards = page.waitForRequest((request) => isInSpanish(request, '/api/leaderboard'));
  await option(page, 'Texts in', 'Español').click();
  await boards;
  await expectNoViolations(page);
  await page.goto(`/user/${username}/`);
  const stats = page.waitForResponse((answer) => isInSpanish(answer.request(), '/api/getstats'));
  await option(page, 'Texts in', 'Español').click();
  await stats;
  await expect(page.getByText('No races yet. The first one sets the bar.')).toBeVisible();
  await expectNoViolations(page);
});
