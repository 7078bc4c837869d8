import type { Page } from '@playwright/test';

import { newName } from './api';
import { enterAs, expect, test } from './fixtures';
import { PATHS } from './paths';
import { enterRace, start, typeByHand } from './race';

const WIDTH = 320;

/** Describes each overflow: of the page, of a cell of the leaderboard, and of a link in a list. */
function cramped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide`);
    for (const cell of document.querySelectorAll('tbody td, main li a')) {
      // Inline elements have no `clientWidth`.
      if (getComputedStyle(cell).display === 'inline') continue;
      if (cell.scrollWidth > cell.clientWidth) found.push(`"${cell.textContent}" is wider than its place`);
    }
    return found;
  });
}

test('a name of twenty letters fits the smallest screen', async ({ newVisitor, api }) => {
  const name = newName('wilhelmina_qu').padEnd(20, 'w');
  const page = await newVisitor({ token: await api.signUp(name), at: null });
  await page.setViewportSize({ width: WIDTH, height: 640 });
  const text = await enterRace(page);
  await start(page);
  expect(await cramped(page)).toEqual([]);
  await typeByHand(page, text);
  await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How it went' })).toBeVisible();
  expect(await cramped(page)).toEqual([]);

  await page.goto('/');
  await expect(page.getByRole('table').getByRole('link', { name })).toBeVisible();
  expect(await cramped(page)).toEqual([]);
  await page.getByRole('group', { name: 'Language' }).getByText('Español').click();
  await expect(page.getByRole('heading', { name: 'Clasificación' })).toBeVisible();
  expect(await cramped(page)).toEqual([]);
  await page.goto(`/user/${name}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(await cramped(page)).toEqual([]);
});

test('letters of double size fit a phone', async ({ playwright, launchOptions, server, api, newVisitor }) => {
  const name = newName('wilhelmina_qu').padEnd(20, 'w');
  const token = await api.signUp(name);
  const other = newName('otilia_maxim').padEnd(20, 'w');
  await api.signUp(other);
  // Gives the leaderboard a row.
  const racer = await newVisitor({ token, at: null });
  const text = await enterRace(racer);
  await start(racer);
  await typeByHand(racer, text);
  await expect(racer.getByText('Result saved', { exact: true })).toBeVisible();
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
  });
  // Spanish has longer words.
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 }, locale: 'es' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Entendido' }).click();
  await enterAs(page, token);
  for (const path of [...PATHS, `/user/${name}/`, `/user/${other}/`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await cramped(page), path).toEqual([]);
  }
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Jugar' }).click();
  expect(await cramped(page), 'the menu').toEqual([]);
  await browser.close();
});
