/** Runs before the first paint, so that the page does not flash in another theme, or in letters of another size. */
import { applySettings } from '../core/appearance';
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
