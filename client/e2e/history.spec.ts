import type { Page } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations, expectReadableInEveryTheme } from './axe';
import { expect, hold, test } from './fixtures';
import { accountOf, saveRun } from './runs';

const TEXT = 'the hummingbird hovers over a bright flower';

/** The rows of the history without the head. */
function rows(page: Page) {
  return page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
}

test('a run is in the history, opens its review, and can be deleted', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('hana'));
  await saveRun(api, token, { text: TEXT });
  await saveRun(api, token, { text: 'one wrong key', keystrokes: 'one x\bwrong key', mode: 'own' });
  const page = await newVisitor({ token, at: '/history' });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Practice · Own text');
  await expect(page.getByText('Current streak')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Own text', exact: true })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'one wrong key' }).click();
  await expect(page.getByRole('heading', { name: 'Own text', level: 1 })).toBeVisible();
  await expect(page.getByText('Mistakes in: wrong')).toBeAttached();
  await page.getByText('All keys').click();
  await expect(page.getByRole('row', { name: /^w 2 50%/ })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Delete this practice' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this practice' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/history');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(TEXT);

  await page.getByRole('button', { name: 'Delete all practice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No runs yet.')).toBeVisible();
  await expectNoViolations(page);
});

test('filters are in the address, and Back takes them back', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('hugo'));
  await saveRun(api, token, { text: TEXT });
  await saveRun(api, token, { text: 'ten words', mode: 'words10' });
  const page = await newVisitor({ token, at: '/history' });
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Mode', { exact: true }).selectOption('10 words');
  await expect(page).toHaveURL('/history?mode=words10');
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Kind', { exact: true }).selectOption('Races');
  await expect(page).toHaveURL('/history?mode=words10&kind=race');
  await expect(page.getByText('No runs match these filters.')).toBeVisible();
  await expectNoViolations(page);
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByLabel('Kind', { exact: true })).toHaveValue('');
  await page.getByRole('link', { name: 'ten words' }).click();
  await page.getByRole('link', { name: 'Back to your history' }).click();
  await expect(page).toHaveURL('/history?mode=words10');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.goto('/history?from=2020-01-01&to=2020-12-31&mode=nonsense');
  await expect(page.getByText('No runs match these filters.')).toBeVisible();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2020-01-01');
});

test('a date of which one part is typed anew stays until the new one is there', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('hal'));
  await saveRun(api, token, { text: TEXT });
  const page = await newVisitor({ token, at: '/history?from=2020-11-03' });
  const from = page.getByLabel('From', { exact: true });
  await expect(from).toHaveValue('2020-11-03');
  // To the part for the day.
  await from.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await expect(page).toHaveURL('/history?from=2020-11-03');
  await page.keyboard.type('12');
  await expect(page).toHaveURL('/history?from=2020-11-12');
  await expect(from).toHaveValue('2020-11-12');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.getByRole('heading', { name: 'Runs' }).click();
  await expect(from).toHaveValue('2020-11-12');
});

test('a date of which each part is cleared by keyboard filters no more', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('hank'));
  await saveRun(api, token, { text: TEXT });
  const page = await newVisitor({ token, at: '/history?from=2020-11-03' });
  await page.getByLabel('From', { exact: true }).focus();
  for (const key of ['Backspace', 'ArrowRight', 'Backspace', 'ArrowRight', 'Backspace']) {
    await page.keyboard.press(key);
  }
  await page.getByRole('heading', { name: 'Runs' }).click();
  await expect(page).toHaveURL('/history');
});

test('further runs come below, where the keyboard continues', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('hope'));
  for (let index = 0; index < 52; index += 1) await saveRun(api, token, { text: `number ${index}` });
  const page = await newVisitor({ token, at: '/history' });
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(rows(page)).toHaveCount(52);
  await expect(page.getByRole('link', { name: 'number 1', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  await expect(page.getByText('52 runs shown')).toBeVisible();
});

test('the charts are zoomed by dragging and by keyboard, and are tables, too', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('hedy'));
  await saveRun(api, token, { text: TEXT });
  const page = await newVisitor({ token, at: null });
  const points = Array.from({ length: 30 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 9, day + 1, 12)).toISOString(),
    wpm: 60 + day,
    accuracy: 95,
    runs: 1,
  }));
  await page.route('**/api/history/plot', (route) => route.fulfill({ json: { points, byDay: false } }));
  await page.goto('/history');
  const chart = page.getByRole('img', { name: /^Speed/ });
  await expect(chart).toHaveAccessibleName(/the average is between 60 and 84.5$/);
  const wholeSpan = page.getByRole('button', { name: 'Show all' });
  await expect(wholeSpan).toHaveAttribute('aria-disabled', 'true');
  await chart.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await expect(page.getByText(/wpm, 95.00%$/)).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(wholeSpan).not.toHaveAttribute('aria-disabled');
  await wholeSpan.press('Enter');
  await expect(wholeSpan).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect(wholeSpan).not.toHaveAttribute('aria-disabled');
  await page.getByRole('button', { name: 'Zoom out' }).press('Enter');
  await expect(wholeSpan).toHaveAttribute('aria-disabled', 'true');
  await page.getByText('Show as a table').first().press('Enter');
  await expect(page.getByRole('table').getByRole('row', { name: /^Oct 30, 2026.* 89.00 84.50$/ })).toBeVisible();
  await expectNoViolations(page);
});

test('a run that is delivered while the history is open appears in it', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('hope'));
  const result = { time: 10, wpm: 60, accuracy: 100, date: new Date().toISOString() };
  const practices = JSON.stringify([{ account: accountOf(token), result }]);
  const page = await newVisitor({ token, at: null, stored: { practices } });
  const letThrough = await hold(page, '**/api/singleplayer');
  await page.goto('/history');
  await expect(page.getByText('No runs yet.')).toBeVisible();
  letThrough();
  await expect(rows(page)).toHaveCount(1);
});

test('a run without its keys says so', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('hilda'));
  await api.post('/api/singleplayer', { token, time: 30, wpm: 60, accuracy: 98, date: new Date().toISOString() });
  const page = await newVisitor({ token, at: '/history' });
  await page.getByRole('link', { name: 'A text that is not kept' }).click();
  await expect(page.getByText('The keystrokes of this run weren’t kept.')).toBeVisible();
  await expectNoViolations(page);
});

test.describe('a run of another user', () => {
  test.use({ allowedTrouble: /status of 404/ });

  test('is not found', async ({ newVisitor, api }) => {
    const token = await api.signUp(newName('hector'));
    await saveRun(api, token, { text: TEXT });
    const { runs } = await api.post<{ runs: { id: string }[] }>('/api/history', { token });
    const other = await newVisitor({ token: await api.signUp(newName('hilary')), at: `/history/${runs[0]?.id}` });
    await expect(other.getByRole('heading', { name: 'This run was not found' })).toBeVisible();
    await expectNoViolations(other);
  });
});

test('guests are asked to log in, and return', async ({ newVisitor }) => {
  for (const path of ['/history', '/history/p1', '/keys']) {
    const page = await newVisitor({ at: path });
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible();
    await expectNoViolations(page);
  }
});

test('the history is readable in every theme, and on a phone', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('helga'));
  await saveRun(api, token, { text: TEXT });
  await saveRun(api, token, { text: TEXT });
  const page = await newVisitor({ token, at: '/history', viewport: { width: 390, height: 844 } });
  await expect(page.getByRole('img', { name: /^Speed/ })).toBeVisible();
  await expectReadableInEveryTheme(page);
  const { clientWidth, scrollWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});
