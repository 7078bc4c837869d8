import type { Page } from '@playwright/test';

import { expect } from './fixtures';
import { colorOf } from './tokens';

/** The text to be typed, line by line. */
export const TEXT = 'figure [translate=no]';

/** Opens practice, which gets `texts` in turn, and the last one repeatedly. */
export async function practice(page: Page, ...texts: string[]): Promise<void> {
  await page.route('**/api/gettext?*', (route) => {
    const [text] = texts.length > 1 ? texts.splice(0, 1) : texts;
    return route.fulfill({ json: { author: 'Ana Solano', text, language: 'en' } });
  });
  await page.goto('/singleplayer/');
  await expect(page.getByLabel('Type the text here')).toBeFocused();
}

/** Opens practice with a text of `length` characters. Returns it. */
export async function practiceOf(page: Page, length: number): Promise<string> {
  const sentence = 'the quick hummingbird hovers over a bright flower and ';
  const text = `${sentence.repeat(length / sentence.length + 1).slice(0, length - 1)}.`;
  await practice(page, text);
  return text;
}

/** The displayed state of a character. */
export type Drawn = 'untyped' | 'current' | 'correct' | 'incorrect';

/** A character on the screen. */
interface Place {
  left: number;
  top: number;
  width: number;
  bottom: number;
  color: string;
  underlined: boolean;
  /** True if the caret underlines this character. */
  current: boolean;
}

/** Returns the positions and styles of the text's characters. */
export function places(page: Page): Promise<Place[]> {
  return page.locator(TEXT).evaluate((text) => {
    const caretElement = text.lastElementChild ?? text;
    const caret = caretElement.getBoundingClientRect();
    const isLine = getComputedStyle(caretElement).borderBottomStyle === 'solid';
    const range = document.createRange();
    const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const found: Place[] = [];
    const highlights = [...CSS.highlights].flatMap(([name, ranges]) => [...ranges].map((range) => ({ name, range })));
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      let end = 0;
      for (const character of node.textContent ?? '') {
        const start = end;
        const holds = ({ startContainer, startOffset, endOffset }: AbstractRange) =>
          startContainer === node && startOffset <= start && start < endOffset;
        const name = highlights.find(({ range }) => holds(range))?.name;
        const element = node.parentElement ?? text;
        const { color, textDecorationLine } = getComputedStyle(element, name && `::highlight(${name})`);
        range.setStart(node, end);
        end += character.length;
        range.setEnd(node, end);
        const { left, top, width, bottom } = range.getBoundingClientRect();
        const isBeside = Math.abs(caret.left - left) < 1 && Math.abs(caret.top - top) < 16;
        const current = isBeside && isLine && Math.abs(caret.width - width) < 1;
        found.push({ left, top, width, bottom, color, underlined: textDecorationLine === 'underline', current });
      }
    }
    return found;
  });
}

/** Returns true if a character of the text is fully on the screen and not clipped. */
export async function isInView(page: Page, index: number): Promise<boolean> {
  const place = (await places(page))[index];
  if (!place) return false;
  return page.locator(TEXT).evaluate((text, { top, bottom }) => {
    const clip = text.parentElement?.getBoundingClientRect();
    const isInClip = clip !== undefined && top >= clip.top - 1 && bottom <= clip.bottom + 1;
    return isInClip && top >= 0 && bottom <= innerHeight;
  }, place);
}

/** Returns the states of the first characters of the text, in order. */
export async function drawn(page: Page, count: number): Promise<Drawn[]> {
  const [correct, incorrect] = await Promise.all([colorOf(page, 'correct'), colorOf(page, 'wrong')]);
  return (await places(page)).slice(0, count).map(({ color, underlined, current }) => {
    if (color === correct) return 'correct';
    if (color === incorrect && underlined) return 'incorrect';
    return current ? 'current' : 'untyped';
  });
}

/** Presses a key on the results, where Enter counts once the last keys of a fast typist are over. */
export async function pressOnResults(page: Page, key: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.getByRole('region', { name: 'Results' })).toBeHidden({ timeout: 1000 });
  }).toPass();
}

/**
 * Presses Space at the moment when the results take the focus from the text, as fast typists do; no driver is that fast
 * by itself. Returns the result.
 */
export async function pressSpaceAtTheEnd(page: Page): Promise<() => Promise<string | undefined>> {
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement) || target.tagName !== 'SECTION') return;
      const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
      document.documentElement.dataset.space = target.dispatchEvent(space) ? 'turns the page' : 'is for nobody';
    }),
  );
  return () => page.evaluate(() => document.documentElement.dataset.space);
}
