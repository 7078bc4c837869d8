import type { Page } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, requestsTo, test } from './fixtures';
import { start, textOfRoom, typeByHand, typeByScript } from './race';

/** A countdown in which ghosts come, also on a busy machine. */
test.use({ serverSettings: { COLIBRI_COUNTDOWN_MS: '3000' } });

/** Types the text of a room to the end. */
async function finish(page: Page, text: string): Promise<void> {
  await start(page);
  await typeByHand(page, text);
  await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
}

const ghosts = (page: Page) => page.getByRole('list', { name: 'Ghosts' });

test('a racer who is alone races ghosts, which count for nothing', async ({ newVisitor, api }) => {
  test.slow();
  const names = [newName('ana'), newName('bo')] as const;
  const ana = await newVisitor({ token: await api.signUp(names[0]) });
  const code = await api.openRoom(await ana.evaluate(() => localStorage.getItem('token')));
  await finish(ana, await textOfRoom(ana, () => ana.goto(`/multiplayer/${code}/`)));
  await expect(ghosts(ana)).toBeHidden();
  await ana.getByRole('button', { name: 'Replay' }).click();
  await expect(ana.getByRole('button', { name: 'Race me' })).toHaveAccessibleDescription(/your own ghost$/);
  await expectNoViolations(ana);
  const address = ana.url();

  // A friend opens the link, and races the replay.
  const bo = await newVisitor({ token: await api.signUp(names[1]), at: address });
  const text = await textOfRoom(bo, () => bo.getByRole('button', { name: 'Race me' }).click());
  await expect(bo).toHaveURL(new RegExp(`\\?race=[\\w-]{22}&of=${names[0]}$`));
  const ghost = ghosts(bo).getByRole('progressbar', { name: `Progress of the ghost of ${names[0]}` });
  await expect(ghost).toHaveAttribute('aria-valuenow', '0');
  await expect(ghosts(bo).getByRole('listitem')).toContainText([`Ghost of ${names[0]}`]);
  await expect(bo.getByRole('list', { name: 'Racers' }).getByRole('listitem')).toHaveCount(1);
  await finish(bo, text);
  await expect(
    bo.getByText(/^You (were [\d.]+ s (ahead of|behind)|finished together with) the ghost of /),
  ).toBeVisible();
  await expect(ghost).toHaveAttribute('aria-valuenow', '100');
  await expect(bo.getByRole('list', { name: 'Leaderboard' }).getByRole('listitem')).toHaveCount(1);
  await expectNoViolations(bo);
  const stats = await api.post<{ racesWon: number }>('/api/getstats', { username: names[1] });
  expect(stats.racesWon).toBe(0);

  // Turned off, not even asked for.
  await bo.evaluate(() => localStorage.setItem('settings', JSON.stringify({ ghosts: false })));
  const asked = requestsTo(bo, '/api/ghosts');
  const other = await api.openRoom(await bo.evaluate(() => localStorage.getItem('token')));
  await bo.goto(`/multiplayer/${other}/`);
  await start(bo);
  expect(asked).toEqual([]);
});

test('the race of the day leads from its start to its board', async ({ newVisitor, api }) => {
  test.slow();
  const name = newName('cleo');
  const guest = await newVisitor({ at: '/today' });
  await guest.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(guest).toHaveURL(/\/account\/login$/);

  const page = await newVisitor({ token: await api.signUp(name) });
  await page.getByRole('link', { name: 'Today’s race' }).click();
  await expect(page.getByText('You have one attempt.')).toBeVisible();
  await expectNoViolations(page);
  const text = await textOfRoom(page, () => page.getByRole('button', { name: 'Start your attempt' }).click());
  const room = page.url();
  await expect(page.getByRole('timer', { name: 'Time' })).toBeVisible();

  // Away and back: it is the same attempt.
  await page.goto('/today');
  expect(await textOfRoom(page, () => page.getByRole('button', { name: 'Back to your race' }).click())).toBe(text);
  await expect(page).toHaveURL(room);
  await finish(page, text);
  await page.getByRole('link', { name: 'Board of the day' }).click();
  await expect(page.getByRole('heading', { name: /^#\d+ of \d+$/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Board of the day' }).getByRole('row', { name })).toContainText('you');
  await expect(page.getByRole('button', { name: 'Start your attempt' })).toBeHidden();
  await expectNoViolations(page);
  await page.getByRole('main').getByRole('link', { name: 'Replay' }).click();
  await expect(page).toHaveURL(/\/replay\//);
  await page.goto('/today?language=es');
  await expect(page.getByText('You have one attempt.')).toBeVisible();
  await page.getByRole('link', { name: 'The day before' }).click();
  await expect(page.getByText('Nobody raced on this day.')).toBeVisible();
});

test('an attempt at the race of the day that is held back says so', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('dora')), at: '/today' });
  const text = await textOfRoom(page, () => page.getByRole('button', { name: 'Start your attempt' }).click());
  await start(page);
  await typeByScript(page, text.charAt(0));
  await typeByHand(page, text.slice(1));
  await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Board of the day' }).click();
  const attempt = page.getByRole('region', { name: 'Your attempt' });
  await expect(attempt).toContainText('Your attempt is held back: it doesn’t count yet.');
  await expectNoViolations(page);
  await attempt.getByRole('link', { name: 'See why' }).click();
  await expect(page.getByRole('region', { name: 'Held back' })).toContainText('A program made some of the keys.');
});
