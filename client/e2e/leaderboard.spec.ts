import { expectNoViolations } from './axe';
import { BUSY, expect, hold, test } from './fixtures';

// React logs an answer that cannot be rendered.
test.use({ allowedTrouble: /status of 503|TypeError|error occurred in/ });

const row = (username: string, ...wpm: number[]) => ({
  username,
  country: 'CR',
  wpm,
  racesTotal: 7,
  racesWon: 3,
  bestRace: 101.5,
  accuracy: [97.2, 97.312],
  creationDate: '2026-01-02T12:00:00Z',
});

test('the leaderboard first shows a spinner, on a block of its height', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const answer = await hold(page, '**/api/leaderboard');
  await page.goto('/');
  const loading = page.getByRole('status').filter({ hasText: 'Loading leaderboard' });
  const spinner = loading.locator('span').last();
  await expect(spinner).toHaveCSS('border-radius', '50%');
  await loading.evaluate((block) => block.scrollIntoView());
  await expect(spinner).toBeInViewport();
  expect(await spinner.evaluate((ring) => ring.getAnimations()[0]?.playState)).toBe('running');
  expect((await loading.boundingBox())?.height).toBeGreaterThan(500);
  answer();
  // The server is shared with tests that race.
  await expect(page.getByRole('table').or(page.getByText('No races yet.'))).toBeVisible();
  await expect(loading).toBeHidden();
});

test('each click sorts by the next of six orders, then by the first again', async ({ newVisitor }) => {
  const page = await newVisitor();
  const asked: unknown[] = [];
  await page.route('**/api/leaderboard', async (route) => {
    asked.push(route.request().postDataJSON().type);
    await route.fulfill({ json: { data: [row('ana', 88, 88.25), row('leo', 80)] } });
  });
  await page.goto('/');
  const sort = page.getByRole('button', { name: /^Sort by/ });
  for (const order of ['Wpm', 'Total races', 'Races won', 'Best race', 'Accuracy', 'Age', 'Wpm']) {
    await expect(sort).toHaveText(`Sort by: ${order}`);
    await sort.click();
  }
  const orders = ['wpm', 'racesTotal', 'racesWon', 'bestRace', 'accuracy', 'age'];
  await expect.poll(() => asked.slice(0, 6)).toEqual(orders);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Rank',
    'Username',
    'Average speed',
    'Total races',
    'Races won',
    'Best race',
    'Average accuracy',
    'Racing since',
  ]);
  const first = page.getByRole('row').nth(1);
  await expect(first.getByRole('cell')).toHaveText(['1', '88.13 wpm', '7', '3', '101.50 wpm', '97.26%', '1/2/2026']);
  await expect(first.getByRole('img', { name: 'Costa Rica' })).toBeVisible();
  await expect(first.getByRole('link', { name: 'ana' })).toHaveAttribute('href', '/user/ana/');
});

test('a division is chosen in the language of the page or another, and all languages end the choice', async ({
  newVisitor,
}) => {
  const page = await newVisitor();
  const asked: unknown[] = [];
  await page.route('**/api/leaderboard', async (route) => {
    const { language, division } = route.request().postDataJSON();
    asked.push([language, division]);
    await route.fulfill({ json: { data: division === 80 ? [] : [row('ana', 62)] } });
  });
  await page.goto('/');
  const divisions = page.getByRole('combobox', { name: 'Division' });
  const languages = page.getByRole('group', { name: 'Texts in' });
  await expect(divisions.getByRole('option')).toHaveText([
    'All divisions',
    '0–30 wpm',
    '30–45 wpm',
    '45–60 wpm',
    '60–80 wpm',
    '80–100 wpm',
    '100+ wpm',
  ]);
  await divisions.selectOption('60–80 wpm');
  await expect(languages.getByLabel('English')).toBeChecked();
  await expect(page.getByRole('link', { name: 'ana', exact: true })).toBeVisible();
  await languages.getByText('Español').click();
  await divisions.selectOption('80–100 wpm');
  await expect(page.getByText('No one is in this division yet.')).toBeVisible();
  await expectNoViolations(page);
  await languages.getByText('All').click();
  await expect(divisions).toHaveValue('');
  await expect(page.getByRole('link', { name: 'ana', exact: true })).toBeVisible();
  expect(asked.slice(0, 4)).toEqual([
    [undefined, undefined],
    ['en', 60],
    ['es', 60],
    ['es', 80],
  ]);
});

test('a leaderboard that cannot be loaded shows the reason, and can be retried', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.clock.install();
  let isAway = true;
  await page.route('**/api/leaderboard', (route) => (isAway ? route.fulfill(BUSY) : route.fallback()));
  await page.goto('/');
  // Three retries, after one, two and four seconds.
  for (const wait of [1000, 2000, 4000]) {
    await expect(page.getByText('Loading leaderboard')).toBeAttached();
    const answer = page.waitForResponse('**/api/leaderboard');
    await page.clock.runFor(wait + 100);
    await answer;
  }
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load Leaderboard' });
  await expect(alert).toContainText(BUSY.body);
  isAway = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table').or(page.getByText('No races yet.'))).toBeVisible();
});

test('a screen that fails shows the reason, and the navigation stays', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.route('**/api/leaderboard', (route) => route.fulfill({ json: { data: [{ ...row('ana'), wpm: null }] } }));
  await page.goto('/');
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(alert).toContainText("Cannot read properties of null (reading 'length')");
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
