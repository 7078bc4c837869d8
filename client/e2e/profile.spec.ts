import type { Route } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, hold, test } from './fixtures';
import { start, textOfRoom, typeByHand } from './race';

test.use({ allowedTrouble: /status of 404/ });

test("profiles are found by name, differ from the user's own, and are shared in full", async ({
  newVisitor,
  api,
  server,
}) => {
  const own = newName('olga');
  const other = newName('otto');
  await api.signUp(other);

  const page = await newVisitor({ token: await api.signUp(own), at: `/user/${own}/` });
  await expect(page.getByRole('heading', { name: own })).toBeVisible();
  await expect(page.getByText('Your email address has not been verified. Please check your email.')).toBeVisible();
  await expectNoViolations(page);

  const search = page.getByRole('textbox', { name: 'Search profiles' });
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(`/user/${own}/`);
  await search.fill(other);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/user/${other}/`);
  await expect(page.getByRole('heading', { name: other })).toBeVisible();
  await expect(page.getByText(/^Racing since /)).toBeVisible();
  for (const [name, value] of [
    ['Speed', '0.00 wpm'],
    ['Accuracy', '0.00%'],
    ['Races completed', '0'],
    ['Races won', '0'],
    ['Fastest race', '0.00 wpm'],
    ['Time spent racing', '00:00:00'],
  ] as const) {
    await expect(page.locator('dl > div').filter({ hasText: name }).getByRole('definition')).toHaveText(value);
  }
  await expect(page.getByRole('button', { name: 'Change skin' })).toBeHidden();
  await expectNoViolations(page);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sharing = page.getByRole('dialog', { name: 'Share this profile' });
  await expect(sharing).toBeVisible();
  await expectNoViolations(page);
  const text = `${other} on Colibri: Speed: 0.00 wpm, Accuracy: 0.00%, Races completed: 0, Races won: 0, Fastest race: 0.00 wpm, Time spent racing: 00:00:00`;
  const tweet = new URL((await sharing.getByRole('link', { name: 'Tweet' }).getAttribute('href')) ?? '');
  expect(tweet.searchParams.get('text')).toBe(text);
  await sharing.getByRole('button', { name: 'Copy to clipboard' }).click();
  await expect(page.getByText('Successfully copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${text} ${server.url}/user/${other}/`);

  await page.getByRole('link', { name: `Back to ${own}` }).click();
  await expect(page).toHaveURL(`/user/${own}/`);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('a profile has the races, and a challenge leads to a race against the best', async ({ newVisitor, api }) => {
  test.slow();
  const name = newName('oona');
  const token = await api.signUp(name);
  const oona = await newVisitor({ token });
  const code = await api.openRoom(token);
  const text = await textOfRoom(oona, () => oona.goto(`/multiplayer/${code}/`));
  await start(oona);
  await typeByHand(oona, text);
  await expect(oona.getByText('Result saved', { exact: true })).toBeVisible();
  await oona.goto(`/user/${name}/`);
  await expect(oona.getByRole('button', { name: 'Beat your best' })).toBeVisible();
  const division = oona.getByText(/^(\d+–\d+|100\+) wpm$/);
  await expect(division).toBeVisible();
  const shown = (await division.textContent()) ?? '';
  await oona.goto(`/multiplayer/${await api.openRoom(token)}/`);
  await expect(oona.getByRole('list', { name: 'Racers' }).getByText(shown)).toBeVisible();

  const page = await newVisitor({ token: await api.signUp(newName('owen')), at: `/user/${name}/` });
  await expect(page.getByRole('table', { name: 'Fastest races' }).getByRole('row')).toHaveCount(2);
  const races = page.getByRole('region', { name: 'Last races' });
  await expect(races.getByRole('listitem')).toHaveCount(1);
  await expect(races.getByRole('link', { name: 'Replay' })).toHaveAttribute('href', /^\/replay\//);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Challenge' }).click();
  await expect(page).toHaveURL(new RegExp(`\\?race=[\\w-]{22}&of=${name}$`));
  await expect(page.getByRole('list', { name: 'Racers' }).getByRole('listitem')).toHaveCount(1);
});

test('a racer without a race to beat can be invited to a private one', async ({ newVisitor, api }) => {
  const name = newName('opal');
  await api.signUp(name);
  const page = await newVisitor({ token: await api.signUp(newName('otto')), at: `/user/${name}/` });
  const privateRace = page.getByRole('main').getByRole('button', { name: 'Private race' });
  await expect(privateRace).toHaveAccessibleDescription(`A race with a link, which you send to ${name}`);
  await expectNoViolations(page);
  await privateRace.click();
  await expect(page).toHaveURL(/\/multiplayer\/\w+\/$/);
  await expect(page.getByRole('region', { name: 'Private race' })).toContainText('Link');
});

test('of two skins chosen quickly, the last one is shown', async ({ newVisitor, api }) => {
  const username = newName('quin');
  const token = await api.signUp(username);
  for (const skin of ['cat', 'bee']) await api.post('/api/unlockskin', { token, skin });
  const page = await newVisitor({ token, at: `/user/${username}/` });
  const held: Route[] = [];
  await page.route('**/api/changeskin', (route) => void held.push(route));
  await page.getByRole('button', { name: 'Change skin' }).click();
  const skin = (name: string) =>
    page.getByRole('dialog').locator('button', { has: page.locator(`[src$="/${name}.png"]`) });
  await skin('cat').click();
  await skin('bee').click();
  await expect.poll(() => held).toHaveLength(2);
  for (const request of held) {
    const refreshed = page.waitForResponse('**/api/getstats');
    await request.continue();
    await refreshed;
    await expect(skin('bee')).toHaveAttribute('aria-pressed', 'true');
  }
});

test('the header of the skins hides no skin that has the focus', async ({ newVisitor, api }) => {
  const username = newName('quin');
  const token = await api.signUp(username);
  const page = await newVisitor({ token, at: null, viewport: { width: 390, height: 844 } });
  // Asked for here, because Firefox's driver repeats a request without its body.
  const {
    skins: own,
    toBeUnlocked,
    ...stats
  } = await api.post<{ skins: object[]; toBeUnlocked: object[] }>('/api/getstats', { username, token });
  const json = { ...stats, skins: [...own, ...toBeUnlocked], toBeUnlocked: [] };
  await page.route('**/api/getstats', (route) => route.fulfill({ json }));
  await page.goto(`/user/${username}/`);
  await page.getByRole('button', { name: 'Change skin' }).click();
  const skins = page.getByRole('dialog').getByRole('listitem').getByRole('button');
  await skins.last().focus();
  for (let count = await skins.count(); count > 1; count -= 1) {
    await page.keyboard.press('Shift+Tab');
    const isCovered = await page.evaluate(() => {
      const { left, width, top } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
      return !document.activeElement?.contains(document.elementFromPoint(left + width / 2, top + 1));
    });
    expect(isCovered).toBe(false);
  }
});

test('an unknown name is an error, and another can be searched for', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/user/nobody-has-this/' });
  await expect(page.getByRole('heading', { name: 'Profile was not found' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('textbox', { name: 'Search profiles' }).fill('nor-this');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/user/nor-this/');
});

for (const typed of ['john.doe', 'node.js', '..', '.', 'a/b', '?login=true', '#', '100%', '%2e%2e', '\\', 'Ñandú 🐦']) {
  test(`${typed} is a name that nobody has`, async ({ newVisitor }) => {
    const page = await newVisitor({ at: '/user/nobody-has-this/' });
    await page.getByRole('textbox', { name: 'Search profiles' }).fill(typed);
    const asked = page.waitForRequest('**/api/getstats');
    await page.getByRole('button', { name: 'Search' }).click();
    // Firefox's driver tells no body.
    const { username } = (await asked).postDataJSON() ?? { username: typed };
    expect(username.trim()).toBe(typed);
    await expect(page.getByRole('heading', { name: 'Profile was not found' })).toBeVisible();
    const response = await page.reload();
    expect(response?.headers()['content-type']).toContain('text/html');
    await expect(page.getByRole('heading', { name: 'Profile was not found' })).toBeVisible();
  });
}

test.describe('the numbers of one language', () => {
  test.use({ allowedTrouble: /status of 500/ });

  test('are marked while they load, and an error stands in their place', async ({ newVisitor, api }) => {
    const name = newName('oscar');
    await api.signUp(name);
    const page = await newVisitor({ at: `/user/${name}/` });
    const numbers = page.locator('dl').filter({ hasText: 'Races completed' });
    await expect(numbers).toHaveAttribute('data-stale', 'false');
    const letThrough = await hold(page, '**/api/getstats');
    const languages = page.getByRole('group', { name: 'Texts in' });
    await languages.getByText('Español').click();
    await expect(numbers).toHaveAttribute('data-stale', 'true');
    letThrough();
    await expect(numbers).toHaveAttribute('data-stale', 'false');
    await page.route('**/api/getstats', (route) => route.fulfill({ status: 500, body: 'No.' }));
    await languages.getByText('English').click();
    await expect(numbers).toHaveAttribute('data-stale', 'true');
    const failed = page.getByRole('alert').filter({ hasText: 'Couldn’t load the statistics' });
    await expect(failed).toBeVisible({ timeout: 15_000 });
    await expect(numbers).toHaveCount(0);
  });
});
