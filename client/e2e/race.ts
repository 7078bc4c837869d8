import type { Page } from '@playwright/test';

import type { Api } from './api';
import { expect } from './fixtures';

/** The pause between keys: at most 300 words per minute, which the engine accepts as human. */
export const FAST_MS = 40;

/**
 * Returns the milliseconds that a hand takes for a key, at about 180 words per minute, and differently each time: an even
 * rhythm, one that was typed before, or more than 220 words per minute would be held back (docs/verdicts.md).
 */
export function byHandMs(key: string): number {
  // Each word is preceded by a pause.
  return 30 + Math.round(Math.random() * 40) + (key === ' ' ? 90 : 0);
}

/** Types as a hand does. */
export async function typeByHand(page: Page, text: string): Promise<void> {
  for (const key of text) await page.keyboard.type(key, { delay: byHandMs(key) });
}

/** Types a key that a script makes, for which a result is held back. */
export async function typeByScript(page: Page, key: string): Promise<void> {
  const field = page.getByLabel('Type the text here');
  await field.evaluate((field, key) => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })), key);
}

/** Returns the text of the room that the page enters by `enter`. */
export async function textOfRoom(page: Page, enter: () => Promise<unknown>): Promise<string> {
  const play = page.waitForResponse('**/api/play');
  await enter();
  const { text } = (await (await play).json()) as { text: { text: string } };
  return text.text;
}

/** Enters a race from the home page, by matchmaking. Returns its text. */
export async function enterRace(page: Page): Promise<string> {
  await page.goto('/');
  return textOfRoom(page, () => page.getByRole('main').getByRole('button', { name: 'Multiplayer' }).click());
}

/** Enters one private room with all `pages`, away from the racers of other tests. Returns its text. */
export async function enterTogether(api: Api, pages: readonly [Page, ...Page[]]): Promise<string> {
  const token = await pages[0].evaluate(() => localStorage.getItem('token'));
  const code = await api.openRoom(token);
  const texts = await Promise.all(pages.map((page) => textOfRoom(page, () => page.goto(`/multiplayer/${code}/`))));
  expect(new Set(texts).size).toBe(1);
  return texts[0] ?? '';
}

/** The code of the room that the page is in. */
export function roomOf(page: Page): string {
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

/** Waits until the race has started; on a busy machine, it may have started before the call. */
export async function start(page: Page): Promise<void> {
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  // A running race has no button for the settings.
  await expect(page.getByRole('main').getByRole('button', { name: 'Settings' })).toBeHidden();
  await expect(page.getByLabel('Type the text here')).toBeFocused();
}

/** Resolves once the page shows the countdown. Checks each frame, so call it before the room is full. */
export async function countdown(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('p')].some(({ textContent }) => textContent === 'Starting in'),
  );
}
