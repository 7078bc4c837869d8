import { composed, onKeys, withoutInvisible } from '../../typing/rules/typeable';

/** The limits of an own text and of its parts, in characters. A run takes the time from its first key to its last. */
export const SHORTEST_OWN = 2;
export const LONGEST_OWN = 20_000;
export const LONGEST_PART = 600;

/**
 * Returns a pasted text as it is typed: on one line, with the quotes and dashes of a keyboard, without characters that
 * control or that nobody sees.
 */
export function typed(pasted: string): string {
  return composed(onKeys(withoutInvisible(pasted)))
    .replace(/[\p{White_Space}\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Divides a text into parts of at most {@link LONGEST_PART} characters: at the ends of sentences, in a longer sentence
 * between words, in a longer word anywhere.
 */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = [...text];
  while (rest.length > 0) {
    const end = endOfPart(rest);
    parts.push(rest.slice(0, end).join('').trim());
    rest = rest.slice(end);
  }
  return parts.filter((part) => part !== '');
}

function endOfPart(characters: readonly string[]): number {
  if (characters.length <= LONGEST_PART) return characters.length;
  // With the space behind the last word.
  const within = characters.slice(0, LONGEST_PART + 1);
  const sentence = within.findLastIndex((character, at) => character === ' ' && isEndOfSentence(within, at));
  const end = sentence === -1 ? within.lastIndexOf(' ') : sentence;
  return end === -1 ? LONGEST_PART : end + 1;
}

/** Returns whether the characters before a space at `at` end a sentence: with a mark, and perhaps quotes around it. */
function isEndOfSentence(characters: readonly string[], at: number): boolean {
  return /[.?!…]["')\]]*$/.test(characters.slice(Math.max(at - 5, 0), at).join(''));
}
