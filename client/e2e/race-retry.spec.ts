import type { WebSocketRoute } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { BUSY, expect, loadsOf, logIn, requestsTo, test } from './fixtures';
import { fillRoom } from './official-client';
import { enterRace, roomOf, start, typeByHand } from './race';
import { ROOMS_OF_TWO } from './server';

test.use({ allowedTrouble: /status of (409|503)/, serverSettings: ROOMS_OF_TWO });

test('a failed request for a seat can be retried', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('rosa')), at: null });
  await enterRace(page);
  let isAway = true;
  await page.route('**/api/play', (route) => (isAway ? route.fulfill(BUSY) : route.fallback()));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(BUSY.body);
  await expect(page.getByRole('heading', { name: 'You can’t join this race' })).toBeFocused();
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Racers' }).getByRole('listitem')).toHaveCount(1);
  // Once connected, closing the page frees the seat; otherwise the next test would find it in its room.
  await expect(page.getByText('Waiting for opponents. Starting in ca:')).toBeVisible();
});

test('a finish is sent again if the room is busy, and by a button if the connection was closed', async ({
  newVisitor,
  api,
  server,
}) => {
  const page = await newVisitor({ token: await api.signUp(newName('fela')), at: null });
  const busy = { reason: 'The room is busy. Try again.', code: 'room-busy' };
  let nFinishes = 0;
  await page.routeWebSocket(/\/socket\.io\//, (browser) => {
    const engine = browser.connectToServer();
    browser.onMessage((message) => {
      const ack = /^42(\d+)\["finish"/.exec(String(message))?.[1];
      if (ack) nFinishes += 1;
      if (ack && nFinishes === 1) browser.send(`43${ack}${JSON.stringify([busy])}`);
      // The packet DISCONNECT: the server ends this connection for good.
      else if (ack && nFinishes === 2) browser.send('41');
      else engine.send(message);
    });
  });
  const text = await enterRace(page);
  const opponent = await fillRoom(api, server.url, roomOf(page));
  await start(page);
  await typeByHand(page, text);
  await expect(page.getByText('Saving your result...', { exact: true })).toBeVisible();
  const retry = page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  expect(nFinishes).toBe(2);
  await retry.click();
  await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
  opponent.disconnect();
});

test('a race is reached through the login, left by its button, and redirects home if it is refused', async ({
  newVisitor,
  api,
}) => {
  const username = newName('rex');
  const token = await api.signUp(username);
  const code = await api.openRoom(token);
  const page = await newVisitor({ at: `/multiplayer/${code}/` });
  await expect(page).toHaveURL('/account/login');
  await logIn(page, username);
  await expect(page).toHaveURL(`/multiplayer/${code}/`);
  const racers = page.getByRole('list', { name: 'Racers' });
  await expect(racers).toBeVisible();
  await page.getByRole('button', { name: 'Leave game' }).click();
  await expect(page).toHaveURL('/');

  // After leaving the race by the browser's own button, the front page reloads once.
  const loads = loadsOf(page);
  await page.goBack();
  await expect(racers).toBeVisible();
  expect(loads).toHaveLength(0);
  await page.goForward();
  await expect.poll(() => loads).toHaveLength(1);
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('back'))).toBeNull();

  for (const [refusal, sentence] of [
    ['room-full', 'This race is full.'],
    ['race-begun', 'This race has already started.'],
  ] as const) {
    const answer = { status: 409, headers: { 'Colibri-Error': refusal }, body: 'As the server says it.' };
    // The screen asks again if the answer came before its script.
    await page.route('**/api/play', (route) => route.fulfill(answer));
    await page.goto(`/multiplayer/${code}/`);
    await expect(page).toHaveURL('/');
    // What to do instead stays until it is dismissed.
    const notice = page.getByRole('status').filter({ hasText: sentence });
    await expect(notice.getByRole('button', { name: 'Race now' })).toBeVisible();
    await expect(notice.getByRole('link', { name: 'Watch the replay' })).toBeHidden();
    await expectNoViolations(page);
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
    await page.unroute('**/api/play');
  }
});

test('a connection that the server ends can be tried again, unless the session is over', async ({
  newVisitor,
  api,
}) => {
  const page = await newVisitor({ token: await api.signUp(newName('raul')), at: null });
  let connection: WebSocketRoute | undefined;
  const send = (packet: string) => {
    connection?.send(packet);
    connection = undefined;
  };
  await page.routeWebSocket(/\/socket\.io\//, (browser) => {
    const server = browser.connectToServer();
    browser.onMessage((packet) => {
      server.send(packet);
      // Engine.IO's upgrade: from here on the connection is this WebSocket.
      if (packet === '5') connection = browser;
    });
  });
  await enterRace(page);
  const racers = page.getByRole('list', { name: 'Racers' }).getByRole('listitem');
  await expect(racers).toHaveCount(1);
  for (const [packet, sentence] of [
    ['41', 'Something went wrong on our end.'],
    ['44{"message":"Try again later"}', 'Try again later'],
  ] as const) {
    await expect.poll(() => connection).toBeDefined();
    send(packet);
    await expect(page.getByRole('alert')).toContainText(sentence);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(racers).toHaveCount(1);
  }
  await expect.poll(() => connection).toBeDefined();
  // Of a server of a newer release: without its state, the page would wait for ever.
  send('42["state",{"phase":"resting","participants":[]}]');
  await expect(page.getByRole('alert')).toContainText('Reload the page.');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(racers).toHaveCount(1);
  await expect.poll(() => connection).toBeDefined();
  await page.route('**/api/isloggedin', (route) => route.fulfill({ json: { loggedin: false } }));
  send('44{"message":"Log in again.","data":{"code":"not-logged-in"}}');
  await expect(page).toHaveURL('/account/login');
  await expect(page.getByText('You have been logged out. Please log in again.')).toBeVisible();
});

test('a race that the browser loads beforehand takes no seat before it is opened', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('pre'));
  const page = await newVisitor({ token, at: null });
  await page.addInitScript(() => {
    let prerendering = true;
    Object.defineProperty(document, 'prerendering', { get: () => prerendering });
    Object.assign(window, {
      open: () => {
        prerendering = false;
        document.dispatchEvent(new Event('prerenderingchange'));
      },
    });
  });
  const seats = requestsTo(page, '/api/play');
  const loaded = page.waitForRequest(/\/RaceScreen\.\w+\.js$/);
  const checked = page.waitForResponse('**/api/isloggedin');
  await page.goto(`/multiplayer/${await api.openRoom(token)}/`);
  await Promise.all([loaded, checked]);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(seats).toEqual([]);
  await page.evaluate(() => window.open());
  await expect(page.getByRole('list', { name: 'Racers' }).getByRole('listitem')).toHaveCount(1);
  expect(seats).toHaveLength(1);
  await expect(page.getByText('Waiting for opponents. Starting in ca:')).toBeVisible();
});
