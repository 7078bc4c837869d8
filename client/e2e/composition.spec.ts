import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { practice } from './typing';

const TEXT = 'El colibrí bebe en la montaña.';

/** Simulates an input method: shows the letter during composition, then inserts it. */
async function compose(page: Page, steps: string[], character: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const text of steps) {
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await devtools.send('Input.insertText', { text: character });
  await devtools.detach();
}

/** A key that names its character, such as ñ on a Spanish keyboard. */
async function namedKey(page: Page, character: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: character, text: character });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character });
  await devtools.detach();
}

/** Simulates a dead key: it names no character, and the letter comes with the next key. */
async function deadKey(page: Page, character: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'Quote' });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Dead', code: 'Quote' });
  await devtools.detach();
  await namedKey(page, character);
}

for (const [name, write] of [
  ['an input method', (page: Page, character: string) => compose(page, ['´', character], character)],
  ['an input method that writes at once', (page: Page, character: string) => compose(page, [], character)],
  ['a dead key', deadKey],
  ['a key of its own', namedKey],
] as const) {
  test(`accented letters typed by ${name} count once and as correct`, async ({ newVisitor }) => {
    const page = await newVisitor();
    await practice(page, TEXT);
    for (const character of TEXT) {
      if (character > '~') await write(page, character);
      else await page.keyboard.press(character);
    }
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('100.00');
  });
}
