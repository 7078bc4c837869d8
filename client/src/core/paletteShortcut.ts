import { isMac } from '../platform/mac';

declare global {
  interface Window {
    /** True once the shortcut was pressed before the script that opens the palette was there. */
    isPaletteWanted?: boolean;
  }
}

/**
 * Returns whether a key opens the palette: Ctrl+K, on a Mac Cmd+K. On a layout whose keys give no Latin letters, such as
 * a Cyrillic or a Hebrew one, it is the key in the place of K.
 */
export function isPaletteShortcut(event: KeyboardEvent, mac = isMac()): boolean {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
  if (!(mac ? metaKey : ctrlKey) || altKey || shiftKey || isComposing) return false;
  return /^\p{Script=Latin}$/u.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK';
}
