/**
 * Asks for what the page's address will show, before anything else runs: on a slow machine the scripts of this page alone
 * take half a second, in which the network would have nothing to do.
 */
import { screenAt } from './screens';

/** The screen of the address. */
export const screen = screenAt(window.location.pathname);
// What fails here is tried again by the screen, which alone may reload the page for it.
screen?.load().catch(() => {});
for (const font of screen?.isTyped ? ['typing', 'text', 'display'] : ['text', 'display']) loadFont(font);

/** Loads one of the fonts of design/tokens.css. One that does not come leaves its place to the next in its list. */
function loadFont(name: string): void {
  const families = getComputedStyle(document.documentElement).getPropertyValue(`--font-${name}`);
  document.fonts.load(`1em ${families}`).catch(() => {});
}
