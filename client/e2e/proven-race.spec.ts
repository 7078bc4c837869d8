import type { Page } from '@playwright/test';

import { newName } from './api';
import { expect, test } from './fixtures';
import { enter } from './official-client';
import { enterRace, roomOf, start, textOfRoom, typeByHand } from './race';
import { ROOMS_OF_TWO } from './server';
import { TcpProxy } from './tcp-proxy';

test.use({ serverSettings: ROOMS_OF_TWO });

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

test('two pages open the text together, and the one with the slow network wins by its keys', async ({
  newVisitor,
  api,
  server,
}) => {
  const proxy = await TcpProxy.start(server.url, 450);
  const [ana, bo] = [newName('ana'), newName('bo')];
  const first = await newVisitor({ token: await api.signUp(ana) });
  const second = await newVisitor({ token: await api.signUp(bo), baseURL: proxy.url });
  const path = `/multiplayer/${await api.openRoom(await api.signUp(newName('host')))}/`;
  const socket = second.waitForEvent('websocket');
  await second.goto(path);
  // An acknowledgement: the page knows the room's clock before the countdown, as in rooms with a usual waiting time.
  await (await socket).waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('43'));
  const text = await textOfRoom(first, () => first.goto(path));
  const [one, other] = await Promise.all([openingOf(first), openingOf(second)]);
  // A page that waited for the room's news would be 450 ms later. A busy machine paints late.
  expect(Math.abs(one - other)).toBeLessThan(300);

  await Promise.all([first, second].map(start));
  await Promise.all([first, second].map((page) => typeByHand(page, text.slice(0, -1))));
  // 5 % of a race of nine seconds are the delay of the proxy.
  await expect(second.getByRole('timer', { name: 'Time' })).toHaveText(/^0:[1-5]\d$|^[1-9]:/, { timeout: 15_000 });
  // Its last key is pressed first, and arrives last.
  await second.keyboard.press(text.slice(-1));
  await expect(second.getByRole('region', { name: 'Results' })).toBeVisible();
  await first.keyboard.press(text.slice(-1));
  for (const page of [first, second]) {
    await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
    const finishers = page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem');
    await expect(finishers).toHaveText([new RegExp(bo), new RegExp(ana)]);
    await expect(page.getByText('Not verified')).toHaveCount(0);
  }
  await expect(second.getByText(/^[45]\d\d ms of network delay credited$/)).toBeVisible();
  await second.close();
  await proxy.stop();
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
