import type { Page } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { saveRun } from './runs';
import { practice, pressOnResults, TEXT } from './typing';

/** The pause between keys, so that no run is impossibly fast. */
const DELAY_MS = 40;

/** More Tab stops than are before the bar. */
const MOST_STOPS = 30;

const field = (page: Page) => page.getByLabel('Type the text here');
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const modes = (page: Page) => page.getByRole('group', { name: 'What to practice' });
/** The first of the weakest keys. */
const weakest = (page: Page) => page.locator('kbd').first();
const textOf = async (page: Page) => (await page.locator(TEXT).textContent()) ?? '';

/** Opens practice at an address, and waits for its text and the bar above it. */
async function open(page: Page, search: string): Promise<string> {
  await page.goto(`/singleplayer/${search}`);
  await expect(field(page)).toBeFocused();
  await expect(modes(page)).toBeVisible();
  return textOf(page);
}

/** Chooses a value in the bar. */
const choose = (page: Page, part: string, value: string) =>
  page.getByRole('group', { name: part }).getByText(value, { exact: true }).click();

test('the bar chooses words without taking the focus, and the choice is kept', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = await open(page, '');
  await expect(modes(page).getByLabel('Texts')).toBeChecked();
  await modes(page).getByText('Words').click();
  await expect(page).toHaveURL(/\?mode=words$/);
  await expect(page.locator(TEXT)).not.toHaveText(text);
  await expect(field(page)).toBeFocused();

  await choose(page, 'Until', '10');
  await choose(page, 'Most frequent', '200');
  await expect(page).toHaveURL(/\?mode=words&words=200&count=10$/);
  await expect(field(page)).toBeFocused();
  await expect.poll(async () => (await textOf(page)).split(' ').length).toBe(10);

  await modes(page).getByText('Texts').click();
  await expect(page).toHaveURL(/\/singleplayer\/$/);
  await modes(page).getByText('Words').click();
  await expect(page).toHaveURL(/\?mode=words&words=200&count=10$/);
  await page.goto('/');
  await page.goto('/singleplayer/');
  await expect(page).toHaveURL(/\?mode=words&words=200&count=10$/);
  await expect.poll(async () => (await textOf(page)).split(' ').length).toBe(10);
});

test('a run of ten words ends with the last, and its result goes to the server with its keys', async ({
  newVisitor,
  api,
}) => {
  const token = await api.signUp(newName('wim'));
  const page = await newVisitor({ at: null, token });
  const text = await open(page, '?mode=words&count=10&punctuation=on&capitals=on&numbers=on');
  const saved = page.waitForResponse('**/api/singleplayer');
  await page.keyboard.type(text, { delay: DELAY_MS });
  await expect(results(page)).toBeVisible();
  await saved;
  const [id] = (await api.post<{ runs: { id: string }[] }>('/api/history', { token })).runs.map((run) => run.id);
  const run = await api.post<{ time: number; times: number[] }>('/api/history/run', { token, id });
  expect(run).toMatchObject({ text, mode: 'words10', language: 'en', keystrokes: text, accuracy: 100 });
  expect(run.times).toHaveLength([...text].length);
  expect([run.times[0], run.times.at(-1)]).toEqual([0, Math.round(run.time * 1000)]);
  await expect(page.getByText('Consistency')).toBeVisible();
  await pressOnResults(page, 'Shift+Enter');
  await expect(field(page)).toBeFocused();
  await expect(page.locator(TEXT)).not.toHaveText(text);
});

test('a timed run counts down and ends on time, with mistakes left in it', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = await open(page, '?mode=words&seconds=15');
  await expect(page.getByRole('timer')).toHaveText('0:15');
  expect(text.length).toBeGreaterThan((350 * 5) / 4);
  const right = `${text.split(' ').slice(0, 5).join(' ')} `;
  await page.keyboard.type(`${right}#`, { delay: DELAY_MS });
  await expect(page.getByRole('timer')).toHaveText(/0:1[0-4]/);
  await expect(results(page)).toBeVisible({ timeout: 20_000 });
  await expect(results(page)).toContainText('15.00');
  // Five right words in a quarter of a minute, and one wrong character behind them.
  await expect(results(page)).toContainText(((right.length / 5) * 4).toFixed(2));
  await expect(results(page)).toContainText(((right.length / (right.length + 1)) * 100).toFixed(2));
  await expect(results(page)).toContainText('There was a pause of more than ten seconds.');
  await pressOnResults(page, 'Enter');
  await expect(page.locator(TEXT)).toHaveText(text);
});

test('a restarted run does not end at the limit of the one before', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.clock.install();
  const text = await open(page, '?mode=words&seconds=30');
  await page.keyboard.type(text.slice(0, 5));
  await page.keyboard.press('Enter');
  await page.clock.runFor(60_000);
  await expect(page.locator(TEXT)).toHaveText(text);
  await expect(results(page)).toBeHidden();
});

test('texts are asked for by length and language', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const asked = page.waitForRequest('**/api/gettext?**');
  await open(page, '?mode=text&length=short');
  expect(new URL((await asked).url()).searchParams.get('length')).toBe('short');
  const again = page.waitForRequest('**/api/gettext?**');
  await choose(page, 'Length', 'Long');
  expect(new URL((await again).url()).searchParams.get('length')).toBe('long');
  await expect(page).toHaveURL(/\?mode=text&length=long$/);
});

test('an own text is kept on the device, and typed in parts', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const [first, second] = [`${'one '.repeat(149)}end.`, 'The last part: “done”.'];
  await page.goto('/singleplayer/?mode=own');
  await page.getByRole('textbox', { name: 'Your text' }).fill(`${first}\n\n${second}`);
  await page.getByRole('button', { name: 'Practice this text' }).click();
  await expect(page.locator(TEXT)).toHaveText(first);
  // Its language is not known.
  await expect(page.locator(TEXT)).toHaveAttribute('lang', '');
  await expect(page.getByRole('button', { name: 'Part 1 of 2' })).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Shift+Enter');
  await expect(page.locator(TEXT)).toHaveText('The last part: "done".');
  await page.reload();
  await expect(page.locator(TEXT)).toHaveText('The last part: "done".');
  await page.keyboard.type(await textOf(page), { delay: DELAY_MS });
  await pressOnResults(page, 'Shift+Enter');
  await expect(page.locator(TEXT)).toHaveText(first);
});

test('keys that were missed are the weak ones, and their words come', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = 'quick quiet queens acquire quaint quilts, quite unequal to a good day at home in the sun';
  await practice(page, text);
  await expect(modes(page)).toBeVisible();
  for (const key of text) {
    if (key === 'q') {
      await page.keyboard.type('#', { delay: DELAY_MS });
      await page.keyboard.press('Backspace');
    }
    await page.keyboard.type(key, { delay: DELAY_MS });
  }
  await expect(results(page)).toBeVisible();
  await page.unroute('**/api/gettext?*');
  await modes(page).getByText('Weak keys').click();
  await expect(page).toHaveURL(/\?mode=weak$/);
  await expect(field(page)).toBeFocused();
  await expect(page.locator(TEXT)).not.toHaveText(text);
  await expect(weakest(page)).toHaveText('q');
});

test('the weak keys of an account are known on a new device', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('zoe'));
  const text = 'a lazy zebra and a dozen lizards';
  await saveRun(api, token, { text, keystrokes: text.replaceAll('z', 'x\bz') });
  const page = await newVisitor({ token, at: null });
  await open(page, '?mode=weak');
  await expect(weakest(page)).toHaveText('z');
});

test('everything is chosen by keyboard alone', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await open(page, '');
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (
      await modes(page)
        .getByLabel('Texts')
        .evaluate((radio) => radio === document.activeElement)
    )
      break;
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?mode=words$/);
  await expect(modes(page).getByLabel('Words')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?mode=words&seconds=60$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?mode=words&words=5000&seconds=60$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Capitals' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\?mode=words&words=5000&seconds=60&capitals=on$/);
  // A letter belongs to the text, also from the bar.
  await page.keyboard.type((await textOf(page)).slice(0, 1));
  await expect(field(page)).toBeFocused();
});

for (const mode of ['text', 'words', 'weak', 'own']) {
  test(`the bar and the options of ${mode} are accessible`, async ({ newVisitor }) => {
    const page = await newVisitor({ at: null });
    await page.goto(`/singleplayer/?mode=${mode}`);
    await expect(modes(page)).toBeVisible();
    await expectNoViolations(page);
  });
}

test('the pace caret moves on by itself from the first key on', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ pace: 'fixed', paceSpeed: 250 })));
  const text = await open(page, '');
  const pace = page.locator(`${TEXT} > span`).first();
  const at = () => pace.evaluate((caret) => caret.style.transform);
  await expect(pace).toHaveCount(1);
  const before = await at();
  await page.keyboard.type(text.slice(0, 1));
  await expect.poll(at).not.toBe(before);
  const then = await at();
  await expect.poll(at).not.toBe(then);
});

test('the pace caret knows the best that the account has in this mode', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('pia'));
  const page = await newVisitor({ token });
  await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ pace: 'best' })));
  const carets = page.locator(`${TEXT} > span`);
  await open(page, '?mode=words&count=10');
  await expect(carets).toHaveCount(1);
  await saveRun(api, token, { text: 'ten words', mode: 'words10' });
  await open(page, '?mode=words&count=10');
  await expect(carets).toHaveCount(2);
});

test('runs that the account no longer has leave no pace and no weak key', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('paz'));
  const speeds = { last: [310], best: 310 };
  const typist = JSON.stringify({
    keys: [['z', [50, 40, [900]]]],
    speeds: { text: speeds, words10: speeds },
  });
  const carets = async (pace: string, search: string) => {
    const page = await newVisitor({ token, stored: { typist, settings: JSON.stringify({ pace }) }, at: null });
    const calls = page.waitForResponse(/\/api\/(history|singleplayer\/stats)/);
    await open(page, search);
    await calls;
    return page.locator(`${TEXT} > span`);
  };
  for (const search of ['', '?mode=words&count=10']) {
    for (const pace of ['best', 'average']) await expect(await carets(pace, search)).toHaveCount(1);
  }
  const page = await newVisitor({ token, stored: { typist }, at: null });
  await open(page, '?mode=weak');
  await expect(page.getByText('They show after a few practices.')).toBeVisible();
});

test('an own text leaves the page, too, when its user is logged out in another window', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('perla'));
  const ownText = JSON.stringify({ text: 'a diary of mine', part: 0 });
  const page = await newVisitor({ token, stored: { ownText }, at: null });
  await open(page, '?mode=own');
  await expect(page.locator(TEXT)).toHaveText('a diary of mine');
  await page.getByRole('button', { name: 'Part 1 of 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Your text' })).toHaveValue('a diary of mine');
  const other = await page.context().newPage();
  await other.goto('/account/');
  await other.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Your text' })).toHaveValue('');
  await expect(page.locator(TEXT)).not.toHaveText('a diary of mine');
  expect(await page.evaluate(() => localStorage.getItem('ownText'))).toBeNull();
});
