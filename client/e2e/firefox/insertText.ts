import type { BrowserContext } from '@playwright/test';

/**
 * Lets Firefox itself insert what a test fills in. Playwright sets the value by a script there, which React takes for
 * its own doing, and appends to the value of a number field.
 */
export async function insertTextByFirefox(context: BrowserContext): Promise<void> {
  await context.addInitScript(() =>
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => (text: string) => void document.execCommand('insertText', false, text),
      // Playwright's own function.
      set: () => {},
    }),
  );
}
