import type { Page } from '@playwright/test';

/** How a character of the text is drawn. */
export type Drawn = 'untyped' | 'current' | 'correct' | 'incorrect';

/** How the first characters of the text are drawn in light colours, one after the other. */
export function drawn(page: Page, count: number): Promise<Drawn[]> {
  return page.evaluate((shown) => {
    const text = document.querySelector('figure [role=img]');
    const characters = [...(text?.querySelectorAll<HTMLElement>(':scope > div > span') ?? [])].slice(0, shown);
    const caret = text?.lastElementChild;
    const glides = caret && getComputedStyle(caret).visibility === 'visible' ? caret.getBoundingClientRect() : null;
    return characters.map((character) => {
      const { color } = getComputedStyle(character);
      if (color === 'rgb(8, 114, 74)') return 'correct';
      if (color === 'rgb(179, 18, 58)') return 'incorrect';
      // Where frames are dear the caret is the ground of its line; elsewhere it is an element that glides.
      const { left, top } = character.getBoundingClientRect();
      const line = character.parentElement;
      const ground = line?.dataset.caret === '' ? getComputedStyle(line) : undefined;
      const isOnGround =
        ground?.backgroundImage.startsWith('linear-gradient') &&
        Math.abs(Number.parseFloat(ground.backgroundPositionX) - character.offsetLeft) < 1 &&
        Math.abs(Number.parseFloat(ground.backgroundPositionY) - character.offsetTop) < 2;
      const isAtCaret = glides ? Math.abs(glides.left - left) < 1 && Math.abs(glides.top - top) < 16 : isOnGround;
      return isAtCaret ? 'current' : 'untyped';
    });
  }, count);
}

/**
 * Presses Space in the moment in which the results take the focus from the text, as fast typists do; no driver is that
 * quick by itself. Answers what became of it.
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
