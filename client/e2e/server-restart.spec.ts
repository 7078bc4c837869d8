import type { Page } from '@playwright/test';

import { Api, newName } from './api';
import { expect, test } from './fixtures';
import { enterRace, start, typeByHand } from './race';
import { Server } from './server';

// The errors of browser and page about an unreachable server. A refused client sends its last poll and its close at the
// same time, on two connections of the browser: if the poll arrives second, its answer is 400. A late finish waits with 503.
test.use({
  allowedTrouble: /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection|status of (40[04]|503)/,
});

/** Types ten characters of a race, kills its server, and types ten more. */
async function raceUntilKilled(page: Page, server: Server) {
  const text = await enterRace(page);
  await start(page);
  await typeByHand(page, text.slice(0, 10));
  await server.kill();
  const reconnecting = page.getByText('Connection lost. Reconnecting...');
  await expect(reconnecting).toBeVisible();
  await typeByHand(page, text.slice(10, 20));
  return { text, reconnecting };
}

test('a race continues with all typed keys after its server was killed and restarted', async ({ newVisitor }) => {
  const server = await Server.start();
  try {
    const token = await new Api(server.url).signUp(newName('ria'));
    const page = await newVisitor({ token, baseURL: server.url, at: null });
    const { text, reconnecting } = await raceUntilKilled(page, server);
    await server.startAgain();
    await expect(reconnecting).toBeHidden();
    await typeByHand(page, text.slice(20));
    await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
    // Its confetti may still be loading.
    await page.close();
  } finally {
    await server.stop();
  }
});

test('a race that cannot continue ends with the reason and a next step', async ({ newVisitor }) => {
  const server = await Server.start();
  try {
    const username = newName('ria');
    const token = await new Api(server.url).signUp(username);
    const page = await newVisitor({ token, baseURL: server.url, at: null });
    const { reconnecting } = await raceUntilKilled(page, server);
    // Typing has continued without errors.
    await expect(reconnecting).toBeVisible();

    await server.forgetRooms();
    await server.startAgain();
    const refused = page.getByRole('alert').filter({ hasText: 'You can’t join this race' });
    await expect(refused).toBeVisible();
    await expect(reconnecting).toBeHidden();
    await expect(refused).toContainText('This race doesn’t exist or has ended.');
    await refused.getByRole('link', { name: 'Back to home' }).click();
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
    await enterRace(page);
    await expect(page.getByRole('list', { name: 'Racers' }).getByRole('link', { name: username })).toBeVisible();
  } finally {
    await server.stop();
  }
});

test('a race finished while its server is away is delivered after its return, even on the next day', async ({
  newVisitor,
}) => {
  const server = await Server.start();
  try {
    const username = newName('ria');
    const token = await new Api(server.url).signUp(username);
    const page = await newVisitor({ token, baseURL: server.url, at: null });
    const { text } = await raceUntilKilled(page, server);
    await typeByHand(page, text.slice(20));
    await expect(page.getByText('Saving your result...', { exact: true })).toBeVisible();
    const storageState = await page.context().storageState();
    await page.context().close();

    await server.forgetRooms();
    await server.startAgain();
    const nextDay = await newVisitor({ storageState, baseURL: server.url, at: null });
    await nextDay.clock.install({ time: Date.now() + 20 * 3_600_000 });
    // By the server's clock, the race may still run, and nobody should see a finish that its room does not know.
    const refused = nextDay.waitForResponse('**/api/latefinish');
    await nextDay.goto('/');
    expect((await refused).status()).toBe(503);
    expect(await nextDay.evaluate(() => localStorage.getItem('finishes'))).not.toBeNull();

    // The server's own answer is tested with the api.
    await nextDay.route('**/api/latefinish', (route) => route.fulfill({ json: { time: 20, wpm: 60, unranked: true } }));
    await nextDay.reload();
    const notice = nextDay.getByText(
      'A race that you finished reached us late. It’s in your history, but it doesn’t count.',
    );
    await expect(notice).toBeVisible();
    expect(await nextDay.evaluate(() => localStorage.getItem('finishes'))).toBeNull();
  } finally {
    await server.stop();
  }
});

test('a race finished while its server is away is saved by its room after a quick restart', async ({ newVisitor }) => {
  const server = await Server.start();
  try {
    const token = await new Api(server.url).signUp(newName('ria'));
    const page = await newVisitor({ token, baseURL: server.url, at: null });
    const { text } = await raceUntilKilled(page, server);
    await typeByHand(page, text.slice(20));
    await expect(page.getByText('Saving your result...', { exact: true })).toBeVisible();
    await server.startAgain();
    await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('finishes'))).toBeNull();
    // Its confetti may still be loading.
    await page.close();
  } finally {
    await server.stop();
  }
});
