import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

import { themeNames } from '../src/design/themes';
import { expect, screenOf } from './fixtures';

/** WCAG 2.2, levels A and AA, and axe's best practices. */
const ALL_RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Experimental in axe: a control's name must contain its visible text.
  rules: { 'label-content-name-mismatch': { enabled: true } },
};
const COLOR_RULES: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Checks the page in its current state: all rules in the light theme, and the color rules in the dark one, too. */
export async function expectNoViolations(page: Page): Promise<void> {
  await screenOf(page);
  // Elements and colors are the same there, where axe takes most of a journey's time and ends some pages' process.
  if (isFirefox(page)) return;
  await bringAxe(page);
  const shown = await page.locator('html').getAttribute('data-theme');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const found = await violationsIn(page, theme, theme === 'light' ? ALL_RULES : COLOR_RULES);
    expect(found, `${new URL(page.url()).pathname} in ${theme} colors`).toEqual([]);
  }
  // Before motion is back, so that no color is on its way.
  await showTheme(page, shown);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Checks the colors of the page in its current state, in every theme; not in Firefox, either. */
export async function expectReadableInEveryTheme(page: Page): Promise<void> {
  await screenOf(page);
  if (isFirefox(page)) return;
  await bringAxe(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const shown = await page.locator('html').getAttribute('data-theme');
  for (const theme of themeNames)
    expect(await violationsIn(page, theme, COLOR_RULES), `${new URL(page.url()).pathname} in ${theme}`).toEqual([]);
  await showTheme(page, shown);
  await page.emulateMedia({ reducedMotion: null });
}

function isFirefox(page: Page): boolean {
  return page.context().browser()?.browserType().name() === 'firefox';
}

/** Brings axe into the page, which takes longer than a check, unless it is there already. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}

/** Shows a theme; that of the system for null. Waits for transitions to it. */
async function showTheme(page: Page, theme: string | null): Promise<void> {
  await page.evaluate(async (theme) => {
    document.documentElement.dataset.theme = theme ?? '';
    await new Promise(requestAnimationFrame);
    // Animations driven by scrolling never end, and those of scripts take long.
    const timed = document
      .getAnimations()
      .filter((each) => each.timeline instanceof DocumentTimeline && each.constructor !== Animation);
    await Promise.allSettled(timed.map(({ finished }) => finished));
  }, theme);
}

/** Returns the rules that the page violates in a theme, with the elements. */
async function violationsIn(page: Page, theme: string, options: RunOptions): Promise<string[]> {
  await showTheme(page, theme);
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    { ...options, resultTypes: ['violations' as const] },
  );
}
