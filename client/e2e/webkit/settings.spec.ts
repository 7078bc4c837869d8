import { Key } from 'selenium-webdriver';

import { settings } from '../../src/core/settings';
import { expect, test } from './fixtures';
import type { WebKit } from './WebKit';

test('settings are chosen on their screen, in the palette and beside the text, and last', async ({ open }) => {
  const visitor = await open();
  const isSet = (name: string, value: string) =>
    visitor.until(`document.documentElement.dataset.${name} === '${value}'`);
  await visitor.goTo('/settings');
  await (await visitor.find(`//label[normalize-space()='Block']`)).click();
  await isSet('caret', 'block');

  await visitor.driver.actions().keyDown(Key.CONTROL).sendKeys('k').keyUp(Key.CONTROL).perform();
  await visitor.until(`document.activeElement.getAttribute('role') === 'combobox'`);
  await visitor.type('theme dark', Key.ENTER);
  await isSet('theme', 'dark');

  await visitor.goTo('/singleplayer/');
  await visitor.textToType();
  await isSet('caret', 'block');
  await isSet('theme', 'dark');
  await (await visitor.find(`//main//button[@aria-label='Settings']`)).click();
  await (await visitor.find(`//dialog[@open]//label[normalize-space()='Underline']`)).click();
  await isSet('caret', 'underline');
  await visitor.type(Key.ESCAPE);
  const text = await visitor.textToType();
  await visitor.type(text);
  await visitor.text('Results');
});

test('a mistake is underlined in every typeface', async ({ open }) => {
  const visitor = await open();
  for (const typeface of settings.typeface.values) {
    // A bar would cover the end of the letter.
    const chosen = JSON.stringify({ typeface, caret: 'off' });
    await visitor.driver.executeScript(`localStorage.setItem('settings', arguments[0])`, chosen);
    await visitor.goTo('/singleplayer/');
    await visitor.textToType();
    await visitor.driver.executeAsyncScript('document.fonts.ready.then(arguments[0])');
    await visitor.type('#');
    await expect.poll(() => underline(visitor), typeface).toBeGreaterThanOrEqual(2);
  }
});

/** The thickness of the line under the first letter of the text, in the color of a mistake, in pixels. */
async function underline(visitor: WebKit): Promise<number> {
  return visitor.driver.executeAsyncScript<number>(
    `const [picture, done] = arguments;
     const sample = document.body.appendChild(document.createElement('i'));
     sample.style.color = 'var(--wrong)';
     const wrong = getComputedStyle(sample).color.match(/\\d+/g);
     sample.remove();
     const text = document.querySelector('figure [translate=no]');
     const letter = document.createRange();
     letter.setStart(document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode(), 0);
     letter.setEnd(letter.startContainer, 1);
     const { left, top, width, height } = letter.getBoundingClientRect();
     const png = Uint8Array.from(atob(picture), (byte) => byte.charCodeAt(0));
     createImageBitmap(new Blob([png], { type: 'image/png' })).then((image) => {
       const canvas = document.createElement('canvas');
       [canvas.width, canvas.height] = [image.width, image.height];
       const context = canvas.getContext('2d');
       context.drawImage(image, 0, 0);
       let thickness = 0;
       for (let y = top; y < top + height; y += 1) {
         const { data } = context.getImageData(left + 1, y, width - 2, 1);
         // WebKit's pictures differ by one from its colors.
         const isLine = data.every((value, at) => at % 4 === 3 || Math.abs(value - wrong[at % 4]) <= 1);
         if (isLine) thickness += 1;
       }
       done(thickness);
     });`,
    await visitor.driver.takeScreenshot(),
  );
}
