import { newName } from './api';
import { expect, signUp, test } from './fixtures';
import { enterRace } from './race';

test.use({ allowedTrouble: /status of 503/ });

test('a race whose seat could not be asked for can be tried again', async ({ newVisitor }) => {
  const page = await newVisitor();
  await signUp(page, newName('rosa'));
  await enterRace(page);
  let isAway = true;
  await page.route('**/api/play', (route) =>
    isAway ? route.fulfill({ status: 503, body: 'The server is busy.' }) : route.fallback(),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The server is busy.');
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Racers' }).getByRole('listitem')).toHaveCount(1);
});
