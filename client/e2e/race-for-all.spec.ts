import type { WebSocketRoute } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { fillRoom } from './official-client';
import { enterRace, roomOf, start, typeByHand } from './race';
import { ROOMS_OF_TWO } from './server';
import { practiceOf, pressSpaceAtTheEnd } from './typing';

// Leaves the checker enough time in the waiting room.
test.use({ serverSettings: ROOMS_OF_TWO });

test('a race is accessible and announced, from waiting to the results', async ({ newVisitor, api, server }) => {
  const eva = newName('eva');
  const page = await newVisitor({ token: await api.signUp(eva), at: null });
  const text = await enterRace(page);
  await expect(page.getByText('Waiting for opponents. Starting in ca:')).toBeVisible();
  const field = page.getByRole('textbox');
  await expect(field).toHaveAccessibleDescription('Waiting for opponents. Starting in ca:');
  await expectNoViolations(page);

  // The card opens for a pointer and for the keyboard, and Escape closes it.
  const name = page.getByRole('list', { name: 'Racers' }).getByRole('link', { name: eva });
  const card = page.getByRole('region', { name: `${eva}’s statistics` });
  await name.focus();
  await expect(card).toContainText('Races completed');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await name.blur();
  await name.hover();
  await card.hover();
  await expect(card).toContainText('Races completed');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await page.mouse.move(0, 0);
  await name.hover();
  await expect(card).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(card).toBeHidden();

  const said = page.getByRole('status').filter({ hasText: /./ });
  const opponent = await fillRoom(api, server.url, roomOf(page));
  await start(page);
  await expect(said.getByText('Go!')).toBeAttached();
  await expect(field).toHaveAccessibleDescription(text);
  await typeByHand(page, `${text.slice(0, 20)}#`);
  await expectNoViolations(page);
  // The accessibility tree, in order.
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Multiplayer" [level=1]
      - status: Go!
      - timer "Time": /\\d:\\d\\d/
      - text: Speed
      - strong: /\\d+/
      - text: wpm
      - button "Mute"
      - button "Leave game"
      - list "Racers":
        - listitem:
          - text: 1st place
          - link "${eva}"
          - text: you
          - progressbar "${eva}’s progress"
          - text: /\\d+%/
        - listitem:
          - text: 2nd place
          - link /./
          - progressbar /’s progress/
          - text: 0%
      - textbox "Type the text here"
      - figure "Text": /\\S ~ \\S/
      - status: Mistake
  `);

  await page.keyboard.press('Backspace');
  await typeByHand(page, text.slice(20));
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await expect(page.getByText('You finished 1st')).toBeAttached();
  await expect(page.getByRole('region', { name: 'How it went' })).toContainText('Raw speed');
  await expectNoViolations(page);
  opponent.disconnect();
});

test('the page confirms the end of the waiting and of the countdown once, also when the server is first', async ({
  newVisitor,
  api,
  server,
}) => {
  const page = await newVisitor({ token: await api.signUp(newName('cora')), at: null });
  const confirmed: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const name = /^42\d*\["(starting|start)"/.exec(String(payload))?.[1];
      if (name) confirmed.push(name);
    }),
  );
  await enterRace(page);
  await expect(page.getByText('Waiting for opponents. Starting in ca:')).toBeVisible();
  // The full room ends the waiting long before its time.
  const opponent = await fillRoom(api, server.url, roomOf(page));
  await start(page);
  await expect.poll(() => confirmed).toEqual(['starting', 'start']);
  opponent.disconnect();
});

test('a race that ends without the racer’s finish says so, also to screen readers', async ({
  newVisitor,
  api,
  server,
}) => {
  const username = newName('olga');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  let connection: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/socket\.io\//, (browser) => {
    connection = browser;
    browser.connectToServer();
  });
  const text = await enterRace(page);
  const opponent = await fillRoom(api, server.url, roomOf(page));
  await start(page);
  await typeByHand(page, text.slice(0, 10));

  // A race times out after three minutes, too long for a test.
  const code = roomOf(page);
  const participants = [{ username, skin: 'hummingbird', completed: 3, connected: true }];
  const lateSpace = await pressSpaceAtTheEnd(page);
  const over = ['state', { code, phase: 'finished', ms: 174_000, participants }];
  connection?.send(`42${JSON.stringify(over)}`);
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText('The race ended before you finished.');
  await expect(results).toBeFocused();
  await expect(page.getByRole('status').getByText('The race is over', { exact: true })).toBeAttached();
  await expect(page.getByText('No one finished.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText('2:54');
  // Keys after the end are ignored.
  expect(await lateSpace()).toBe('is for nobody');
  await typeByHand(page, text.slice(10, 15));
  await expect(results).toBeFocused();
  await expectNoViolations(page);
  opponent.disconnect();
});

test('practice is accessible, during the run and afterwards', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = await practiceOf(page, 60);
  await page.keyboard.type(`${text.slice(0, 10)}#`);
  await expectNoViolations(page);
  await page.keyboard.press('Backspace');
  await page.keyboard.type(text.slice(10), { delay: 10 });

  const review = page.getByRole('region', { name: 'How it went' });
  await expect(review.getByRole('term').filter({ hasText: 'Mistakes' })).toBeVisible();
  await expect(review.getByRole('img', { name: /^Speed over time: between/ })).toBeVisible();
  await expect(review.locator('mark')).toHaveCount(1);
  await expect(review.getByText(/^missed 1 of/)).toBeVisible();
  await review.getByText('Show as a table').press('Enter');
  await expect(review.getByRole('table')).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Tab');
  await expect(review.getByRole('region', { name: 'Speed over time' })).toBeFocused();
});
