import { expect, test } from './fixtures';

test.use({ allowedTrouble: /status of 503/ });

const row = (username: string, wpm: number) => ({
  username,
  country: 'CR',
  wpm: [wpm],
  racesTotal: 7,
  racesWon: 3,
  bestRace: 101.5,
  accuracy: [97.256],
  creationDate: '2026-01-02T12:00:00Z',
});

test('each click sorts by the next of six orders, and then by the first again', async ({ newVisitor }) => {
  const page = await newVisitor();
  const asked: unknown[] = [];
  await page.route('**/api/leaderboard', async (route) => {
    asked.push(route.request().postDataJSON().type);
    await route.fulfill({ json: { data: [row('ana', 88.125), row('leo', 80)] } });
  });
  await page.goto('/');
  const sort = page.getByRole('button', { name: /^Sort by/ });
  for (const order of ['Wpm', 'Total races', 'Races won', 'Best race', 'Accuracy', 'Age', 'Wpm']) {
    await expect(sort).toHaveText(`Sort by: ${order}`);
    await sort.click();
  }
  await expect.poll(() => new Set(asked).size).toBe(6);
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText('88.13 wpm');
  await expect(first).toContainText('101.50 wpm');
  await expect(first).toContainText('97.26%');
  await expect(first).toContainText('1/2/2026');
  await expect(first.getByRole('img', { name: 'Costa Rica' })).toBeVisible();
  await expect(first.getByRole('link', { name: 'ana' })).toHaveAttribute('href', '/user/ana/');
});

test('a leaderboard that cannot be loaded says so and why, and can be tried again', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.clock.install();
  let isAway = true;
  await page.route('**/api/leaderboard', (route) =>
    isAway ? route.fulfill({ status: 503, body: 'Please try again in a moment.' }) : route.fallback(),
  );
  await page.goto('/');
  // Three retries, after one, two and four seconds.
  for (const wait of [1000, 2000, 4000]) {
    await expect(page.getByText('Loading the leaderboard')).toBeAttached();
    const answer = page.waitForResponse('**/api/leaderboard');
    await page.clock.runFor(wait + 100);
    await answer;
  }
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load Leaderboard' });
  await expect(alert).toContainText('Please try again in a moment.');
  isAway = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table').or(page.getByText('Nobody has raced yet.'))).toBeVisible();
});
