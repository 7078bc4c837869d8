import type { Page } from '@playwright/test';

/** Counts in `data-confetti` the shapes painted on a canvas over the page. Call it before opening a page. */
export async function watchConfetti(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fill } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fill = function (...rule) {
      // Other canvases, such as the chart's, are in the page's flow.
      if (this.canvas.parentElement === document.body) {
        const kind = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'unwantedConfetti' : 'confetti';
        const { dataset } = document.documentElement;
        dataset[kind] = String(Number(dataset[kind] ?? 0) + 1);
      }
      return Reflect.apply(fill, this, rule);
    };
  });
}

/** Returns the elements whose style animates for more than a millisecond. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('*')) {
      for (const part of [undefined, '::before', '::after']) {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element, part);
        const lasts = `${transitionDuration}, ${animationName === 'none' ? '0s' : animationDuration}`;
        if (lasts.split(', ').some((seconds) => Number.parseFloat(seconds) > 0.001)) {
          found.push(`${element.tagName.toLowerCase()}.${element.className}${part ?? ''}: ${lasts}`);
        }
      }
    }
    return found;
  });
}
