import type { Page } from '@playwright/test';

import { type Api, newName } from './api';
import { expectNoViolations, expectReadableInEveryTheme } from './axe';
import { expect, test } from './fixtures';
import { enterTogether, FAST_MS, start, typeByHand } from './race';
import { ROOMS_OF_TWO } from './server';
import { drawn } from './typing';

test.use({ serverSettings: ROOMS_OF_TWO });

/** The slider of the replay. */
const moment = (page: Page) => page.getByRole('slider', { name: 'Moment of the race' });

/** Races two visitors in a room of their own; the first, who makes a mistake, wins. Returns their pages and names. */
async function raced(api: Api, newVisitor: (visit: { token: string }) => Promise<Page>) {
  const names = [newName('ana'), newName('bo')] as const;
  const ana = await newVisitor({ token: await api.signUp(names[0]) });
  const bo = await newVisitor({ token: await api.signUp(names[1]) });
  const text = await enterTogether(api, [ana, bo]);
  await Promise.all([ana, bo].map(start));
  // A race is won only against somebody who types, too.
  await typeByHand(bo, text.slice(0, 5));
  await expect(ana.getByRole('listitem').filter({ hasText: names[1] }).getByRole('progressbar')).not.toHaveAttribute(
    'aria-valuenow',
    '0',
  );
  const win = async () => {
    await typeByHand(ana, `${text.slice(0, 3)}#`);
    await ana.keyboard.press('Backspace', { delay: FAST_MS });
    await typeByHand(ana, text.slice(3));
    await expect(ana.getByText('Result saved', { exact: true })).toBeVisible();
  };
  // Both at once: one after the other may take longer than a race lasts.
  await Promise.all([win(), typeByHand(bo, text.slice(5, -1))]);
  await typeByHand(bo, text.slice(-1));
  await expect(bo.getByText('Result saved', { exact: true })).toBeVisible();
  return { ana, bo, names };
}

test('a race is watched again by keyboard, and its text hidden from others', async ({ newVisitor, api }) => {
  test.slow();
  const { ana, bo, names } = await raced(api, newVisitor);
  await ana.getByRole('button', { name: 'Replay' }).press('Enter');
  await expect(ana.getByRole('heading', { level: 1, name: `${names[0]} won at` })).toBeVisible();
  await expect(ana).toHaveURL(/\/replay\/[\w-]{22}$/);
  await expect(ana).toHaveTitle(/ won at .* against 1 other \| Colibri$/);
  const lanes = ana.getByRole('list', { name: 'Racers' }).getByRole('listitem');
  await expect(lanes).toHaveCount(2);
  for (const lane of await lanes.all())
    await expect(lane.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');

  // By key, from the first moment: the mistake, and its correction.
  for (let key = 0; key < 4; key += 1) await ana.keyboard.press('Shift+ArrowRight');
  const said = ana.getByRole('region', { name: 'Replay' }).getByRole('status');
  await expect(said).toHaveText(/^Key 4: # instead of /);
  expect(await drawn(ana, 5)).toEqual(['correct', 'correct', 'correct', 'incorrect', 'current']);
  await ana.keyboard.press('Shift+ArrowRight');
  await expect(said).toHaveText('Key 5: Backspace');
  await ana.keyboard.press('Shift+ArrowLeft');
  expect(await drawn(ana, 4)).toEqual(['correct', 'correct', 'correct', 'incorrect']);

  // By second, to the end and back.
  await ana.keyboard.press('End');
  await expect(moment(ana)).toHaveAttribute('aria-valuetext', /^(\d+) of \1 seconds$/);
  await expect(lanes.first()).toContainText('1st place');
  await expect(lanes.last().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  const atEnd = Number(await moment(ana).inputValue());
  await ana.keyboard.press('ArrowLeft');
  expect(Number(await moment(ana).inputValue())).toBe(atEnd - 1000);
  await ana.keyboard.press('Home');
  await expect(moment(ana)).toHaveValue('0');

  // Plays; its last seconds, too, since the whole of a long text would take longer than anything here waits.
  await ana.getByText('4×', { exact: true }).click();
  await ana.keyboard.press('Space');
  await expect(ana.getByRole('button', { name: 'Pause' })).toBeVisible();
  await moment(ana).fill(String(atEnd - 4000));
  await expect(moment(ana)).toHaveValue(String(atEnd));
  await expect(ana.getByRole('main').getByRole('button', { name: 'Play the replay' })).toBeVisible();
  await ana.keyboard.press('2');
  await expect(ana.getByRole('radio', { name: names[1] })).toBeChecked();
  await expectNoViolations(ana);
  await expectReadableInEveryTheme(ana);

  await ana.getByRole('button', { name: 'Hide my text' }).press('Enter');
  await expect(ana.getByText('Only you see what you typed here.')).toBeVisible();
  await expectNoViolations(ana);

  // Bo finds it in the history, and a guest by the link.
  const address = ana.url();
  await bo.goto('/history');
  await bo.getByRole('table', { name: 'Runs' }).getByRole('link').first().click();
  await bo.getByRole('link', { name: 'Replay' }).click();
  await expect(bo).toHaveURL(address);
  for (const other of [bo, await newVisitor({ at: address })]) {
    await expect(other.getByRole('radio', { name: names[1] })).toBeChecked();
    await other.getByText(`1 ${names[0]}`, { exact: true }).click();
    await expect(other.getByText(`${names[0]} hides what they typed`)).toBeVisible();
    await expect(other.getByRole('figure', { name: 'Text' })).toBeHidden();
    await expect(other.getByRole('button', { name: 'Forward one key' })).toBeHidden();
    await moment(other).press('End');
    await expect(other.getByRole('list', { name: 'Racers' }).getByRole('listitem').first()).toContainText(names[0]);
    await expectNoViolations(other);
  }
  await expect(bo.getByRole('button', { name: 'Show my text' })).toBeHidden();

  // The profile and the leaderboard have it as the best race.
  await bo.goto(`/user/${names[0]}/`);
  await bo.getByRole('definition').getByRole('link', { name: 'Replay' }).click();
  await expect(bo).toHaveURL(address);
  await expect(async () => {
    await bo.goto('/');
    const row = bo.getByRole('row').filter({ hasText: names[0] });
    await row.getByRole('link', { name: /wpm$/ }).click({ timeout: 1000 });
    await expect(bo).toHaveURL(address);
  }).toPass();
});

test.describe('on a phone', () => {
  test.use({ allowedTrouble: /status of 404/ });

  test('a replay fits, and one that is unknown says so', async ({ newVisitor, api }) => {
    const { ana } = await raced(api, newVisitor);
    await ana.getByRole('button', { name: 'Replay' }).click();
    await expect(moment(ana)).toBeVisible();
    await ana.setViewportSize({ width: 390, height: 844 });
    const { clientWidth, scrollWidth } = await ana.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    const guest = await newVisitor({ at: '/replay/AAAAAAAAAAAAAAAAAAAAAA' });
    await expect(guest.getByRole('heading', { name: 'This race was not found' })).toBeVisible();
    await expectNoViolations(guest);
  });
});
