import type { CDPSession } from '@playwright/test';

import { expect, test } from './fixtures';
import { practice } from './typing';

const TEXT = 'El colibrí bebe en la montaña.';

/** Simulates an input method: shows the steps during composition, then inserts the letter. */
async function compose(devtools: CDPSession, steps: string[], character: string): Promise<void> {
  for (const text of steps) {
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await devtools.send('Input.insertText', { text: character });
}

/** A key that names its character, such as ñ on a Spanish keyboard. */
async function namedKey(devtools: CDPSession, character: string): Promise<void> {
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: character, text: character });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character });
}

/** Simulates a dead key: it names no character, and the letter comes with the next key. */
async function deadKey(devtools: CDPSession, character: string): Promise<void> {
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead', code: 'Quote' });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Dead', code: 'Quote' });
  await namedKey(devtools, character);
}

for (const [name, write] of [
  ['an input method', (devtools, character) => compose(devtools, ['´', character], character)],
  ['an input method that writes at once', (devtools, character) => compose(devtools, [], character)],
  ['a dead key', deadKey],
  ['a key of its own', namedKey],
] satisfies [string, (devtools: CDPSession, character: string) => Promise<void>][]) {
  test(`accented letters typed by ${name} count once and as correct`, async ({ newVisitor }) => {
    const page = await newVisitor();
    await practice(page, TEXT);
    const devtools = await page.context().newCDPSession(page);
    for (const character of TEXT) {
      if (character > '~') await write(devtools, character);
      else await page.keyboard.press(character);
    }
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('100.00');
  });
}
