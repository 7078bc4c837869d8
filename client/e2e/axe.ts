import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { themeNames } from '../src/design/themes';
import { expect, screenOf } from './fixtures';

/** The rules to check: WCAG 2.2, levels A and AA, and axe's best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules about colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** An additional rule, experimental in axe: a control's name must contain its visible text. */
const OPTIONS = { rules: { 'label-content-name-mismatch': { enabled: true } } };

/** Checks the page in its current state: all rules in the light theme, and the color rules in the dark one, too. */
export async function expectNoViolations(page: Page): Promise<void> {
  await screenOf(page);
  // Elements and colors are the same there, where axe takes most of a journey's time and ends some pages' process.
  if (isFirefox(page)) return;
  const html = page.locator('html');
  const show = (theme: string | null) =>
    html.evaluate((html, theme) => html.setAttribute('data-theme', theme ?? ''), theme);
  const shown = await html.getAttribute('data-theme');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await show(theme);
    // Waits for transitions to the new theme. Animations driven by scrolling never end, and those of scripts take long.
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const timed = document
        .getAnimations()
        .filter((each) => each.timeline instanceof DocumentTimeline && each.constructor !== Animation);
      await Promise.allSettled(timed.map(({ finished }) => finished));
    });
    const checker = new AxeBuilder({ page }).options(OPTIONS);
    const { violations } = await (theme === 'light'
      ? checker.withTags(TAGS)
      : checker.withRules(COLOR_RULES)
    ).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    expect(found, `${new URL(page.url()).pathname} in ${theme} colors`).toEqual([]);
  }
  // Before motion is back, so that no color is on its way.
  await show(shown);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

function isFirefox(page: Page): boolean {
  return page.context().browser()?.browserType().name() === 'firefox';
}

/** Checks the colors of the page in its current state, in every theme; not in Firefox, either. */
export async function expectReadableInEveryTheme(page: Page): Promise<void> {
  await screenOf(page);
  if (isFirefox(page)) return;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Leaves axe in the page, which takes longer to bring there than to run.
  await new AxeBuilder({ page }).withRules(COLOR_RULES).analyze();
  const unreadable = await page.evaluate(
    async ({ themeNames, rules }) => {
      const { axe } = window as unknown as { axe: Axe };
      const { dataset } = document.documentElement;
      const shown = dataset.theme;
      const found: string[] = [];
      for (const theme of themeNames) {
        dataset.theme = theme;
        const { violations } = await axe.run(document, { runOnly: rules });
        for (const { nodes } of violations) for (const { target } of nodes) found.push(`${theme}: ${target.join(' ')}`);
      }
      dataset.theme = shown;
      return found;
    },
    { themeNames, rules: COLOR_RULES },
  );
  expect(unreadable, new URL(page.url()).pathname).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
}

/** The library, as it is in a page. */
interface Axe {
  run: (page: Document, options: { runOnly: string[] }) => Promise<{ violations: { nodes: { target: string[] }[] }[] }>;
}
