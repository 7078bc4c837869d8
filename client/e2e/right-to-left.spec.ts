import type { Page } from '@playwright/test';

import { expect, test } from './fixtures';
import { isInView, places, TEXT } from './typing';

const HEBREW = 'שלום לכולם, זה טקסט שנכתב מימין לשמאל. '.repeat(6).trim();
const ARABIC = 'مرحبا بالعالم، هذا نص يكتب من اليمين إلى اليسار. '.repeat(6).trim();
const MIXED = 'The word שלום is written from the right, and so is مرحبا in 1984. '.repeat(6).trim();

/** Opens a practice of the visitor's own text. */
async function practiceOwn(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => localStorage.setItem('ownText', JSON.stringify({ text, part: 0 })), text);
  await page.goto('/singleplayer/?mode=own');
  await expect(page.getByLabel('Type the text here')).toBeFocused();
}

/** The widths of the lines of the text, as the page breaks it. */
const widths = (page: Page) =>
  page.locator(`${TEXT} > div`).evaluateAll((lines) =>
    lines.map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return range.getBoundingClientRect().width;
    }),
  );

/** The side of the caret that marks the place of the next character. */
const sideOfCaret = (page: Page) =>
  page
    .locator(`${TEXT} > span`)
    .last()
    .evaluate((caret) => {
      const { left, right } = getComputedStyle(caret, '::before');
      return Number.parseFloat(left) < Number.parseFloat(right) ? 'left' : 'right';
    });

for (const width of [1280, 390]) {
  for (const [name, text, starts] of [
    ['Hebrew', HEBREW, 'right'],
    ['Arabic', ARABIC, 'right'],
    ['English with words of both', MIXED, 'left'],
  ] as const) {
    test(`a text in ${name} has whole lines and the caret at its letters, ${width} wide`, async ({ newVisitor }) => {
      const page = await newVisitor({ at: '/' });
      await page.setViewportSize({ width, height: 800 });
      await practiceOwn(page, text);
      const box = await page.locator(TEXT).boundingBox();
      const [first] = await places(page);
      if (!first || !box) throw new Error('there is no text');
      const lines = await widths(page);
      expect(lines.length).toBeGreaterThan(2);
      expect(Math.min(...lines.slice(0, -1))).toBeGreaterThan(box.width * 0.6);
      const margin = starts === 'left' ? first.left - box.x : box.x + box.width - first.left - first.width;
      expect(margin).toBeLessThan(10);
      for (const [index, character] of [...text].entries()) {
        if (index % 23 === 0) {
          await expect.poll(async () => (await places(page))[index]?.current, `${index}: ${character}`).toBe(true);
          if (/[a-z0-9]/i.test(character)) expect(await sideOfCaret(page)).toBe('left');
          if (/[\u0590-\u06ff]/.test(character)) expect(await sideOfCaret(page)).toBe('right');
          expect(await isInView(page, index)).toBe(true);
        }
        await page.keyboard.type(character);
      }
      await expect(page.getByRole('region', { name: 'Results' })).toContainText('100.00');
    });
  }
}
