import { newName } from './api';
import { expect, signUp, test } from './fixtures';
import { enterRace, SLOW_MS, start } from './race';
import { Server } from './server';

// What the browser and the page say of a server that is not there.
test.use({ allowedTrouble: /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection|status of 404/ });

test('a race whose server dies ends with the reason and a way on, once the server is back', async ({ newVisitor }) => {
  const server = await Server.start({ COLIBRI_WAITING_MS: '1500' });
  try {
    const page = await newVisitor(server.url);
    const username = newName('ria');
    await signUp(page, username);
    const text = await enterRace(page);
    await start(page);
    await page.keyboard.type(text.slice(0, 10), { delay: SLOW_MS });

    await server.kill();
    const reconnecting = page.getByText('Connection lost. Trying to come back...');
    await expect(reconnecting).toBeVisible();
    // Typing goes on, and nothing breaks.
    await page.keyboard.type(text.slice(10, 20), { delay: SLOW_MS });
    await expect(reconnecting).toBeVisible();

    await server.startAgain();
    const refused = page.getByRole('alert').filter({ hasText: 'This race is not available' });
    await expect(refused).toBeVisible();
    await expect(reconnecting).toBeHidden();
    await refused.getByRole('button', { name: 'Try again' }).click();
    await expect(refused).toContainText('There is no such race, or it is over.');
    await refused.getByRole('link', { name: 'Back to home' }).click();
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
    await enterRace(page);
    await expect(page.getByRole('list', { name: 'Racers' }).getByRole('link', { name: username })).toBeVisible();
  } finally {
    await server.stop();
  }
});
