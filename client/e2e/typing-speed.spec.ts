import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { practice } from './typing';

/** The interval of 25 keys per second: 300 words per minute. */
const EVERY_MS = 40;
const LENGTH = 200;

const SENTENCE = 'A hummingbird beats its wings fifty times a second, and still finds the time to drink. ';

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
  const text = SENTENCE.repeat(LENGTH / SENTENCE.length + 1).slice(0, LENGTH - 1);
  await practice(page, `${text}.`);
  await typeAtPace(page, `${text}.`);
  // With a key too few there are no results; with a key too many accuracy falls.
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('100.00');
});
