import type { Page } from '@playwright/test';

import { newName } from './api';
import { expect, signUp, test } from './fixtures';
import { watchConfetti } from './motion';
import { countdown, enterRace, FAST_MS, roomOf, start, typeByHand } from './race';
import { ROOMS_OF_TWO } from './server';
import { colorOf } from './tokens';

// No other file has these settings, so this one has its own server: with racers left by earlier tests, matchmaking could
// put the two into different rooms.
test.use({ serverSettings: { ...ROOMS_OF_TWO, COLIBRI_WAITING_MS: '61000' } });

/** Types all but the last key, with a mistake erased by Backspace and a word erased by Ctrl+Backspace. */
async function typeWithMistakes(page: Page, text: string): Promise<void> {
  const delay = FAST_MS;
  const wordEnd = text.indexOf(' ', 12);
  await typeByHand(page, text.slice(0, 5));
  await typeByHand(page, '#');
  await page.keyboard.press('Backspace', { delay });
  await typeByHand(page, `${text.slice(5, wordEnd - 1)}#`);
  await page.keyboard.press('Control+Backspace', { delay });
  const wordStart = text.lastIndexOf(' ', wordEnd - 1) + 1;
  await typeByHand(page, text.slice(wordStart, -1));
}

/** The rooms that connections name in their address. */
function roomsNamedBySocketsOf(page: Page): Set<string | null> {
  const rooms = new Set<string | null>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/socket.io')) rooms.add(searchParams.get('room'));
  });
  return rooms;
}

test('two visitors sign up, race in one room, and appear on the leaderboard', async ({ newVisitor, api }) => {
  const [ana, bo] = [newName('ana'), newName('bo')];
  const [first, second] = [await newVisitor(), await newVisitor()];
  await signUp(first, ana);
  await signUp(second, bo);
  await watchConfetti(first);
  await watchConfetti(second);

  const named = roomsNamedBySocketsOf(first);
  const text = await enterRace(first);
  await expect(first.getByRole('timer', { name: 'Time' })).toHaveText('0:00');
  const isCounted = countdown(first);
  expect(await enterRace(second)).toBe(text);
  // Lets a load balancer route both to one server.
  expect([...named]).toEqual([roomOf(first)]);
  expect(new URL(second.url()).pathname).toBe(new URL(first.url()).pathname);
  for (const page of [first, second]) {
    await expect(page.getByText(/^~ \S/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();
    const lanes = page.getByRole('list', { name: 'Racers' }).getByRole('listitem');
    for (const name of [ana, bo]) {
      const lane = lanes.filter({ hasText: name });
      await expect(lane.getByRole('link', { name })).toHaveAttribute('href', `/user/${name}/`);
      await expect(lane.locator('img')).toHaveAttribute('src', '/img/skins/hummingbird.png');
      await expect(lane.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
    }
  }

  await isCounted;
  await Promise.all([first, second].map(start));
  await Promise.all([first, second].map((page) => typeWithMistakes(page, text)));
  await first.keyboard.press(text.slice(-1));
  await expect(first.getByText('Result saved', { exact: true })).toBeVisible();
  await second.keyboard.press(text.slice(-1));

  for (const page of [first, second]) {
    const results = page.getByRole('region', { name: 'Results' });
    await expect(results).toBeVisible();
    const finishers = page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem');
    await expect(finishers).toHaveCount(2);
    await expect(finishers.nth(0)).toContainText(ana);
    await expect(finishers.nth(1)).toContainText(bo);
    for (const [place, name, medal] of [
      [0, ana, 'medal-gold'],
      [1, bo, 'medal-silver'],
    ] as const) {
      const finisher = finishers.nth(place);
      await expect(finisher.getByRole('link', { name })).toHaveAttribute('href', `/user/${name}/`);
      await expect(finisher).toContainText(/\d\.\d\d wpm$/);
      await expect(finisher.getByText(`${place + 1}`, { exact: true })).toHaveCSS(
        'background-color',
        await colorOf(page, medal),
      );
    }
    // Copper is for third place, which this race does not have.
    const third = await finishers.nth(1).evaluate((row) => {
      row.dataset.place = '3';
      const medal = row.firstElementChild && getComputedStyle(row.firstElementChild).backgroundColor;
      row.dataset.place = '2';
      return medal;
    });
    expect(third).toBe(await colorOf(page, 'medal-copper'));
    await expect(results.getByRole('term')).toHaveText(['Speed', 'Accuracy', 'Time']);
    await expect(results.getByRole('definition')).toHaveText([/\d\.\d\d wpm$/, /\d\.\d\d%$/, /\d\.\d\d s$/]);
    await expect(page.getByRole('button', { name: 'Race again' })).toBeVisible();
    // Both are fast enough for a skin.
    await expect(results.getByText(/^You unlocked \d+ new skins?!/)).toBeVisible();
    await expect(results.getByRole('img').first()).toHaveAttribute('src', /^\/img\/skins\//);
  }
  // Only the winner is celebrated.
  await expect(first.locator('html')).toHaveAttribute('data-confetti', /^\d+$/);
  await expect(second.getByText('Result saved', { exact: true })).toBeVisible();
  await expect(second.locator('html')).not.toHaveAttribute('data-confetti');
  await expect(first.getByText(new RegExp(`^1st place, \\d+\\.\\d\\d s ahead of ${bo}$`))).toBeVisible();
  await expect(second.getByText(/^2nd place, \d+\.\d\d s behind the winner$/)).toBeVisible();

  // Also a racer who has finished may leave.
  await second.close();
  const lane = first.getByRole('list', { name: 'Racers' }).getByRole('listitem').filter({ hasText: bo });
  await expect(lane).toContainText(/\d\.\d\d wpm ?Disconnected$/);

  // Two errors in the text's length, as the rules count them.
  const accuracy = Math.round(((text.length - 2) / text.length) * 10_000) / 100;
  await expect(first.getByRole('region', { name: 'Results' })).toContainText(`${accuracy}`);
  const stats = await api.post<{ racesTotal: number; racesWon: number; accuracy: number; bestRace: number }>(
    '/api/getstats',
    { username: ana },
  );
  expect(stats).toMatchObject({ racesTotal: 1, racesWon: 1, accuracy });
  expect(await api.post('/api/getstats', { username: bo })).toMatchObject({ racesTotal: 1, racesWon: 0, accuracy });

  // The server caches a leaderboard for a second.
  await expect(async () => {
    await first.goto('/');
    const row = first.getByRole('row').filter({ hasText: ana });
    await expect(row).toContainText(`${stats.bestRace.toFixed(2)} wpm`, { timeout: 1000 });
  }).toPass();
});
