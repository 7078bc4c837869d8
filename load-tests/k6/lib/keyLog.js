/** The log of a racer's keys, as the site's client sends it: docs/key-log.md. Without Ctrl+Backspace, which these racers never press. */

const BACKSPACE = '\b';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Returns the bytes of each key.
 *
 * @param {string} text
 * @param {{key: string, ms: number}[]} keys with their times since the start, in whole milliseconds
 */
export function logOf(text, keys) {
  const characters = [...text];
  let cursor = 0;
  let before = 0;
  return keys.map(({ key, ms }) => {
    const isDue = cursor < characters.length && key === characters[cursor];
    const time = leb128((ms - before) * 2 + (isDue ? 0 : 1));
    before = ms;
    if (key === BACKSPACE) cursor = Math.max(cursor - 1, 0);
    else if (cursor < characters.length) cursor++;
    return isDue ? time : [...time, ...leb128(key.codePointAt(0))];
  });
}

/** Returns the form in which an event carries bytes. k6 has no `btoa`. */
export function base64(bytes) {
  let text = '';
  for (let n = 0; n < bytes.length; n += 3) {
    const [one, two, three] = bytes.slice(n, n + 3);
    text += ALPHABET[one >> 2] + ALPHABET[((one & 3) << 4) | ((two ?? 0) >> 4)];
    text += two === undefined ? '=' : ALPHABET[((two & 15) << 2) | ((three ?? 0) >> 6)];
    text += three === undefined ? '=' : ALPHABET[three & 63];
  }
  return text;
}

function leb128(number) {
  const bytes = [];
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}
