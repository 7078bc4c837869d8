/**
 * Requests what the page's address will show before anything else runs: on a slow machine the page's own scripts take
 * half a second, during which the network would be idle.
 */

import { correctLanguages } from '../platform/languages';
import { browserStorage } from '../platform/storage';
import { routeAt } from './screens';

correctLanguages(navigator);
export const storage = browserStorage(() => window.localStorage);
/** The route at the page's address. */
export const initialRoute = routeAt(window.location.pathname);
// If this fails, the screen loads again, and only the screen may reload the page.
initialRoute?.load().catch(() => {});
for (const font of initialRoute?.isTyped ? ['typing', 'text', 'display'] : ['text', 'display']) loadFont(font);

/** Loads one of the fonts in design/tokens.css. If that fails, the browser uses the next font in its list. */
function loadFont(name: string): void {
  const families = getComputedStyle(document.documentElement).getPropertyValue(`--font-${name}`);
  document.fonts.load(`1em ${families}`).catch(() => {});
}
