import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './fixtures';

/** What is checked: WCAG 2.2, levels A and AA, and what axe holds to be good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Beside them one that axe counts as an experiment: who says what they see must be understood. */
const OPTIONS = { rules: { 'label-content-name-mismatch': { enabled: true } } };

/** Looks at the page as it stands, in light and in dark colours, for what keeps people from using it. */
export async function expectNoViolations(page: Page): Promise<void> {
  // Every screen has a heading; until it is here, the screen's script is on its way.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    // Colours that still change to the new theme are neither of the two. What follows the scrolling never ends.
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const timed = document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline);
      await Promise.allSettled(timed.map(({ finished }) => finished));
    });
    const { violations } = await new AxeBuilder({ page }).options(OPTIONS).withTags(RULES).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    expect(found, `${new URL(page.url()).pathname} in ${colorScheme} colours`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
