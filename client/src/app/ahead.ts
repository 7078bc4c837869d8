/**
 * Requests what the page's address will show, before anything else runs: on a slow machine the scripts of the page alone
 * take half a second, in which the network would be idle.
 */
import { browserStorage } from '../platform/storage';
import { languageFor, loadStrings } from '../strings';
import { screenAt } from './screens';

export const storage = browserStorage(() => window.localStorage);
/** The screen of the address. */
export const screen = screenAt(window.location.pathname);
// A load that fails here is tried again by the screen, which alone may reload the page for it.
screen?.load().catch(() => {});
loadStrings(languageFor(storage.get('language'), navigator.languages), screen?.words ?? []).catch(() => {});
for (const font of screen?.isTyped ? ['typing', 'text', 'display'] : ['text', 'display']) loadFont(font);

/** Loads one of the fonts of design/tokens.css. If it fails, the next of its list is used. */
function loadFont(name: string): void {
  const families = getComputedStyle(document.documentElement).getPropertyValue(`--font-${name}`);
  document.fonts.load(`1em ${families}`).catch(() => {});
}
