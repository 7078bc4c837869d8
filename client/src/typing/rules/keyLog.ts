import { BACKSPACE, BACKSPACE_WORD, type Key, type TimedKey } from './TypingRun';

/** The longest log that a room keeps, in bytes. */
export const LONGEST_OF_RACE = 4096;

/**
 * Returns the bytes of each key in the log of a run through `text`: docs/key-log.md, written as
 * `typing/src/key_log.rs` does. Further keys do not change the bytes of those before. Returns null if the time of a key
 * is unknown.
 */
export function logOf(text: string, keys: readonly TimedKey[]): number[][] | null {
  const characters = [...text];
  let cursor = 0;
  let before = 0;
  const log: number[][] = [];
  for (const { key, ms } of keys) {
    if (ms === null) return null;
    // Not before the last key, if the start was corrected in between.
    const at = Math.max(before, Math.round(ms));
    const isOther = key !== characters[cursor];
    const bytes: number[] = [];
    writeNumber(2 * (at - before) + (isOther ? 1 : 0), bytes);
    if (isOther) writeNumber(key.codePointAt(0) ?? 0, bytes);
    log.push(bytes);
    before = at;
    cursor = cursorAfter(key, cursor, characters);
  }
  return log;
}

/** Every key moves the cursor as if it stood for itself alone, also those that the rules of typing take for others. */
function cursorAfter(key: Key, before: number, characters: readonly string[]): number {
  if (key === BACKSPACE) return Math.max(before - 1, 0);
  if (key !== BACKSPACE_WORD) return Math.min(before + 1, characters.length);
  let cursor = before;
  while (characters[cursor - 1] === ' ') cursor -= 1;
  while (cursor > 0 && characters[cursor - 1] !== ' ') cursor -= 1;
  return cursor;
}

/** Appends a number as LEB128. */
function writeNumber(number: number, bytes: number[]): void {
  let rest = number;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  bytes.push(rest);
}
