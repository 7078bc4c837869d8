import type { Page } from '@playwright/test';

/** Returns the color of a token in the page's theme, as computed styles have it: `rgb(18, 38, 30)`. */
export function colorOf(page: Page, token: string): Promise<string> {
  return page.evaluate((token) => {
    const sample = document.createElement('i');
    sample.style.color = `var(--${token})`;
    // Tokens are not forced, only what is drawn with them.
    sample.style.setProperty('forced-color-adjust', 'none');
    document.body.append(sample);
    const { color } = getComputedStyle(sample);
    sample.remove();
    return color;
  }, token);
}
