/**
 * Runs before the first paint, so that the page does not flash in another theme, or in letters of another size. Then
 * prepares the browser while the page's own scripts are loading.
 */
import { applySettings } from '../core/appearance';
import { isPaletteShortcut } from '../core/paletteShortcut';
import { settingsOf, storedSettings } from '../core/settings';

function stored() {
  try {
    return storedSettings((key) => localStorage.getItem(key));
  } catch {
    // Storage is forbidden.
    return {};
  }
}

applySettings(document.documentElement, settingsOf(stored()), matchMedia('(prefers-color-scheme: dark)').matches);

// The page's own script opens the palette, but would miss a press that comes before it.
addEventListener('keydown', (event) => {
  if (!isPaletteShortcut(event)) return;
  event.preventDefault();
  window.isPaletteWanted = true;
});

// The first number that a process formats takes 40 ms, which would otherwise delay the first text to type.
requestAnimationFrame(() => setTimeout(() => (0).toLocaleString()));
