/** Returns whether this is a Mac, where Cmd is the key of shortcuts, Alt writes characters and Alt+Backspace erases a word. */
export function isMac(platform = navigator.platform): boolean {
  return /mac/i.test(platform);
}
