import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { practiceOf } from './typing';

/** The interval of 25 keys per second: 300 words per minute. */
const EVERY_MS = 40;

/** Presses every key on time, even if the browser has not finished with the one before. */
async function typeAtPace(page: Page, text: string): Promise<void> {
  const pressed: Promise<void>[] = [];
  const began = performance.now();
  for (const [index, key] of [...text].entries()) {
    const wait = began + index * EVERY_MS - performance.now();
    if (wait > 0) await page.waitForTimeout(wait);
    pressed.push(page.keyboard.press(key));
  }
  await Promise.all(pressed);
}

test('at 25 keys per second no key is lost or counted twice', async ({ newVisitor }) => {
  const page = await newVisitor();
  await typeAtPace(page, await practiceOf(page, 200));
  // With a key too few there are no results; with a key too many accuracy falls.
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('100.00');
});
