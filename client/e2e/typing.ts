import type { Page } from '@playwright/test';

/** How a character of the text is drawn. */
export type Drawn = 'untyped' | 'current' | 'correct' | 'incorrect';

/** How the first characters of the text are drawn in light colours, one after the other. */
export function drawn(page: Page, count: number): Promise<Drawn[]> {
  return page.evaluate((shown) => {
    const text = document.querySelector('figure [role=img]');
    const characters = [...(text?.querySelectorAll('span > span') ?? [])].slice(0, shown);
    const line = text?.lastElementChild;
    const caret = line && getComputedStyle(line).borderBottomStyle === 'solid' ? line.getBoundingClientRect() : null;
    return characters.map((character) => {
      const { color, textDecorationLine } = getComputedStyle(character);
      if (color === 'rgb(8, 114, 74)') return 'correct';
      if (color === 'rgb(179, 18, 58)') return 'incorrect';
      // Where frames are dear the character itself is underlined; elsewhere the caret with its line stands there.
      const { left, top } = character.getBoundingClientRect();
      const isAtCaret = caret && caret.width > 0 && Math.abs(caret.left - left) < 1 && Math.abs(caret.top - top) < 16;
      return isAtCaret || textDecorationLine === 'underline' ? 'current' : 'untyped';
    });
  }, count);
}
