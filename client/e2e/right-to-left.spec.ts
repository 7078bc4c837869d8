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

/** The lines of the text, as the page breaks it. */
const lines = (page: Page) => page.locator(`${TEXT} > div`).allTextContents();

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
      const shown = await lines(page);
      expect(shown.join('')).toBe(text);
      // Each line but the last is as full as its next word allows.
      const view = (await page.locator(TEXT).boundingBox())?.width ?? 0;
      const all = await places(page);
      const ends = shown.map((_, index) => shown.slice(0, index + 1).join('').length);
      for (const [index, end] of ends.slice(0, -1).entries()) {
        const next = text.slice(end).split(' ', 1)[0]?.length ?? 0;
        const line = all.slice(ends[index - 1] ?? 0, end + next);
        const sum = line.reduce((width, place) => width + place.width, 0);
        expect(sum, `line ${index}`).toBeGreaterThan(view * 0.9 - 40);
        expect(new Set(line.slice(0, -next).map(({ top }) => Math.round(top / 10))).size).toBeLessThanOrEqual(2);
      }
      const first = all[0];
      const box = await page.locator(TEXT).boundingBox();
      if (!first || !box) throw new Error('there is no text');
      if (starts === 'left') expect(first.left - box.x).toBeLessThan(10);
      else expect(box.x + box.width - first.left - first.width).toBeLessThan(10);
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
