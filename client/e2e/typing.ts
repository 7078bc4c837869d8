import type { Page } from '@playwright/test';

/** The text to be typed, line by line. */
export const TEXT = 'figure [translate=no]';

/** How a character of the text is drawn. */
export type Drawn = 'untyped' | 'current' | 'correct' | 'incorrect';

/** What characters wear: red, green and blue. */
const WORN = {
  light: { correct: [8, 114, 74], incorrect: [179, 18, 58] },
  dark: { correct: [79, 220, 159], incorrect: [255, 138, 155] },
};

/** Where a character stands, in pixels of the page. */
interface Place {
  /** In which line, and how far from where the line begins. */
  line: number;
  indent: number;
  width: number;
  /** On the screen. */
  left: number;
  top: number;
  bottom: number;
}

/** Where the characters of the text stand. */
export function places(page: Page): Promise<Place[]> {
  return page.locator(`${TEXT} > div`).evaluateAll((lines) => {
    const range = document.createRange();
    return lines.flatMap((element, line) => {
      const text = element.firstChild;
      const begin = element.getBoundingClientRect().left;
      let end = 0;
      return [...(text?.textContent ?? '')].map((character) => {
        if (!text) throw new Error('a line without a text');
        range.setStart(text, end);
        end += character.length;
        range.setEnd(text, end);
        const { left, top, width, bottom } = range.getBoundingClientRect();
        return { line, indent: left - begin, width, left, top, bottom };
      });
    });
  });
}

/** Whether a character of the text is wholly on the screen, and in what clips the text. */
export async function isInView(page: Page, index: number): Promise<boolean> {
  const place = (await places(page))[index];
  if (!place) return false;
  return page.locator(TEXT).evaluate((text, { top, bottom }) => {
    const clip = text.parentElement?.getBoundingClientRect();
    const isInClip = clip !== undefined && top >= clip.top - 1 && bottom <= clip.bottom + 1;
    return isInClip && top >= 0 && bottom <= innerHeight;
  }, place);
}

/**
 * How the first characters of the text are drawn, one after the other: read from what is painted. A space is seen only when
 * it is wrong or the caret stands there.
 */
export async function drawn(page: Page, count: number, theme: keyof typeof WORN = 'light'): Promise<Drawn[]> {
  return page.locator(TEXT).evaluate(
    (text, { characters, worn }) => {
      const caret = text.lastElementChild;
      const glides = caret && getComputedStyle(caret).visibility === 'visible' ? caret.getBoundingClientRect() : null;
      const pictures = [...text.querySelectorAll('canvas')];

      /** The colours that a character is painted with, and whether a line goes from edge to edge below it. */
      const painted = ({ line, indent, width: extent }: Place) => {
        const picture = pictures[line];
        if (!picture) throw new Error('a character outside of the lines');
        const start = Math.round(indent * devicePixelRatio);
        const width = Math.round((indent + extent) * devicePixelRatio) - start;
        // Not laid out yet.
        if (width <= 0) return { colors: [], underlined: false };
        const copy = new OffscreenCanvas(width, picture.height).getContext('2d', { willReadFrequently: true });
        if (!copy) throw new Error('no canvas');
        copy.drawImage(picture, -start, 0);
        const { data } = copy.getImageData(0, 0, width, picture.height);
        const colors: number[][] = [];
        let underlined = false;
        for (let row = 0; row < picture.height; row += 1) {
          let opaque = 0;
          for (let at = row * width * 4; at < (row + 1) * width * 4; at += 4) {
            const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
            if (alpha > 128) colors.push([red, green, blue]);
            if (alpha > 250) opaque += 1;
          }
          underlined ||= opaque === width;
        }
        return { colors, underlined };
      };

      return characters.map((character) => {
        const { colors, underlined } = painted(character);
        const wears = (color: number[]) =>
          colors.some((other) => other.every((part, index) => Math.abs(part - (color[index] ?? 0)) < 4));
        if (wears(worn.correct)) return 'correct';
        if (wears(worn.incorrect)) return 'incorrect';
        // Where frames are dear the caret is drawn with its character; elsewhere it is an element that glides.
        const { left, top } = character;
        const isAtCaret = glides ? Math.abs(glides.left - left) < 1 && Math.abs(glides.top - top) < 16 : underlined;
        return isAtCaret ? 'current' : 'untyped';
      });
    },
    { characters: (await places(page)).slice(0, count), worn: WORN[theme] },
  );
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
