import type { Page } from '@playwright/test';

import { newName } from './api';
import { expect, test } from './fixtures';
import { enter } from './official-client';
import { enterRace, enterTogether, roomOf, start, typeByHand } from './race';
import { ROOMS_OF_TWO } from './server';

test.use({ serverSettings: ROOMS_OF_TWO });

/** Delays all messages of the page's WebSocket, in both directions. */
async function delaySocket(page: Page, ms: number): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (browser) => {
    const server = browser.connectToServer();
    browser.onMessage((message) => setTimeout(() => server.send(message), ms));
    server.onMessage((message) => setTimeout(() => browser.send(message), ms));
  });
}

/** The time at which the page opens the text, in milliseconds since 1970. */
function openingOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let wasCovered = false;
        const look = (frameAt: number) => {
          const isCovered = document.querySelector('[data-covered]')?.getAttribute('data-covered');
          wasCovered ||= isCovered === 'true';
          if (wasCovered && isCovered === 'false') resolve(performance.timeOrigin + frameAt);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
}

test('two browsers open the text together, and the slow network of one is not charged', async ({ newVisitor, api }) => {
  const [ana, bo] = [newName('ana'), newName('bo')];
  const first = await newVisitor({ token: await api.signUp(ana) });
  const second = await newVisitor({ token: await api.signUp(bo) });
  await delaySocket(second, 150);
  const text = await enterTogether(api, [first, second]);
  const [one, other] = await Promise.all([openingOf(first), openingOf(second)]);
  expect(Math.abs(one - other)).toBeLessThan(100);

  await Promise.all([first, second].map(start));
  await Promise.all([first, second].map((page) => typeByHand(page, text)));
  for (const page of [first, second]) {
    await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('Not verified')).toHaveCount(0);
  }
  await expect(second.getByText(/^\d+ ms of network delay credited$/)).toBeVisible();
});

test('a racer whose client sends no keys is shown as not verified', async ({ newVisitor, api, server }) => {
  const page = await newVisitor({ token: await api.signUp(newName('eva')), at: null });
  const text = await enterRace(page);
  const code = roomOf(page);
  const { socket, username } = await enter(api, server.url, newName('script'), code, {});
  socket.emit('join', { code, username });
  await start(page);
  await typeByHand(page, text);
  await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
  socket.emit('typing', { code, completed: 100 });
  socket.emit('finish', { code, accuracy: 100 });
  const finishers = page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem');
  await expect(finishers).toHaveCount(2);
  await expect(finishers.filter({ hasText: username })).toContainText('Not verified');
  await expect(page.getByText('Not verified')).toHaveCount(1);
  socket.disconnect();
});
