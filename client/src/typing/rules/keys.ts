/**
 * One key that counts as typing: a character, or one of the two control characters below. Shift, CapsLock, Tab, Enter
 * and other Ctrl combinations never become a `Key`.
 */
export type Key = string;

/** Backspace, one character back: the control character BS. */
export const BACKSPACE: Key = '\u0008';

/** Ctrl+Backspace, back to the start of the current word: the control character ETB, "erase word" in terminals. */
export const BACKSPACE_WORD: Key = '\u0017';
