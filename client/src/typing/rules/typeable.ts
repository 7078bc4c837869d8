/**
 * The form in which a text is typed, whatever somebody pasted: the rules of `api/src/domain/passage.rs`, for showing them while
 * one writes. The server decides. Both are held to `shared/fixtures/typeable.json`.
 */

/** Characters that a text has at least, and at most. */
export const SHORTEST_TEXT = 60;
export const LONGEST_TEXT = 600;

/** What racers would type of a pasted text. */
export interface Typeable {
  /** On one line, in Unicode normalization form C. */
  characters: readonly string[];
  /** Those among them that no keyboard has, each once. */
  strangers: readonly string[];
  /** Whether it can be typed, and is neither too short nor too long. */
  isText: boolean;
}

/** `pasted` as it is typed: the quotes, dashes and spaces of a printer as those of a keyboard. */
export function typeable(pasted: string): Typeable {
  const characters = [...oneLine(onKeys(pasted).normalize('NFC'))];
  const strangers = [...new Set(characters.filter((character) => !isKey(character)))];
  const isLength = characters.length >= SHORTEST_TEXT && characters.length <= LONGEST_TEXT;
  return { characters, strangers, isText: isLength && strangers.length === 0 };
}

/** A character for people: itself and its number, or only that when one would not see it. */
export function shownCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return isVisible(character) ? `${character} (${number})` : number;
}

/** Whether one sees a character that no keyboard has; accents without a letter and signs of direction do not count. */
export function isVisible(character: string): boolean {
  return /[\p{Alphabetic}\p{Number}]/u.test(character) || (character > '\u2190' && !/\p{White_Space}/u.test(character));
}

/** Whether keyboards have it: printable ASCII, the letters of European languages, and Spanish punctuation. */
export function isKey(character: string): boolean {
  return /^(?:[ -~¡¿]|(?=[\u00c0-\u017f])\p{Alphabetic})$/u.test(character);
}

const REPLACED: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2212': '-',
  '—': ' - ',
  '―': ' - ',
  '…': '...',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  // Says where a word may break, or where a file begins; nobody sees it.
  '\u00ad': '',
  '\u200b': '',
  '\u200c': '',
  '\u200d': '',
  '\ufeff': '',
};

/** Replaces what printers have and keyboards have not. */
function onKeys(pasted: string): string {
  // A short dash from a number to a number is a hyphen.
  const isDigit = (neighbour: string | undefined) => neighbour !== undefined && /[0-9]/.test(neighbour);
  return pasted.replace(/[^ -~]/g, (character, offset: number) => {
    if (character === '–') return isDigit(pasted[offset - 1]) && isDigit(pasted[offset + 1]) ? '-' : ' - ';
    return REPLACED[character] ?? character;
  });
}

function oneLine(text: string): string {
  return text.replace(/\p{White_Space}+/gu, ' ').replace(/^ | $/g, '');
}
