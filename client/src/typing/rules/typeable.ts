/**
 * The typeable form of a pasted text, by the rules of `api/src/domain/passage.rs`: a preview of the server's decision.
 * The tests of both read `shared/fixtures/typeable.json`.
 */

/** The limits of a text's length, in characters. */
export const SHORTEST_TEXT = 60;
export const LONGEST_TEXT = 600;

/** A pasted text as racers would type it. */
export interface Typeable {
  /** On one line, in Unicode normalization form C. */
  characters: readonly string[];
  /** The characters that no keyboard has, each once. */
  untypeable: readonly string[];
  /** True if the text can be typed and is neither too short nor too long. */
  isText: boolean;
}

/** Replaces typographic quotes, dashes and spaces by those of a keyboard. */
export function typeable(pasted: string): Typeable {
  const characters = [...oneLine(onKeys(pasted).normalize('NFC'))];
  const untypeable = [...new Set(characters.filter((character) => !isKey(character)))];
  const isLength = characters.length >= SHORTEST_TEXT && characters.length <= LONGEST_TEXT;
  return { characters, untypeable, isText: isLength && untypeable.length === 0 };
}

/** Returns whether keyboards have a character: printable ASCII, European letters, and Spanish punctuation. */
export function isKey(character: string): boolean {
  return /^(?:[ -~¡¿]|(?=[\u00c0-\u017f])\p{Alphabetic})$/u.test(character);
}

/** The typographic characters, each with the keys that replace it in texts. */
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
  '–': ' - ',
  '—': ' - ',
  '―': ' - ',
  '…': '...',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
};

/**
 * Returns the characters that a key types: those that replace a typographic character in texts, without the spaces
 * beside a dash; a plain space for a special one; or else the character itself.
 */
export function typedBy(key: string): string {
  return REPLACED[key]?.trim() ?? key.replace(INVISIBLE, '').replace(/(?!\p{Cc})\p{White_Space}/u, ' ');
}

/**
 * Returns a text without the characters that nobody sees: soft hyphens, joiners, marks of direction, byte order marks,
 * and the selectors behind an emoji, which is one key without them and several if it is joined from others. Where a
 * keyboard has one, as the non-joiner of Persian, it types nothing.
 */
export function withoutInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/**
 * Composes the characters of a text in the order in which they are typed. Normalization form C would also sort the marks
 * of a letter, as those of vocalized Arabic and Hebrew.
 */
export function composed(text: string): string {
  const characters: string[] = [];
  for (const character of [...text].flatMap((one) => [...one.normalize('NFC')])) {
    const both = `${characters.at(-1) ?? ''}${character}`.normalize('NFC');
    if ([...both].length === 1) characters.splice(-1, 1, both);
    else characters.push(character);
  }
  return characters.join('');
}

/** Replaces typographic characters that keyboards lack, and removes invisible ones, but for marks of direction. */
export function onKeys(pasted: string): string {
  const visible = pasted.replace(INVISIBLE, '');
  // An en dash between two numbers becomes a hyphen.
  const isDigit = (neighbour: string | undefined) => neighbour !== undefined && /[0-9]/.test(neighbour);
  return visible.replace(/[^ -~]/g, (character, offset: number) => {
    if (character === '–' && isDigit(visible[offset - 1]) && isDigit(visible[offset + 1])) return '-';
    return REPLACED[character] ?? character;
  });
}

/** The characters that passages lose, as `typing/src/characters.rs` has it. A mark that turns the text around it is named instead. */
const INVISIBLE = /(?!\p{Bidi_Control})\p{Default_Ignorable_Code_Point}/gu;

function oneLine(text: string): string {
  return text.replace(/\p{White_Space}+/gu, ' ').replace(/^ | $/g, '');
}
