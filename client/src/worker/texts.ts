/** A text as the api sends it. */
export interface KeptText {
  id?: number;
  text: string;
  language?: string;
}

/** The most texts that are kept for practice without a network. */
const TEXTS_AT_MOST = 50;

/** The texts that one look at the server adds until there are {@link TEXTS_AT_MOST}. */
const TEXTS_AT_ONCE = 10;

/** The number of texts in a language to fetch now. Once all are there, one replaces the text that was shown last. */
export function nToFetch(kept: readonly KeptText[], language: string): number {
  const nKept = kept.filter((text) => text.language === language).length;
  return Math.max(1, Math.min(TEXTS_AT_ONCE, TEXTS_AT_MOST - nKept));
}

/** Puts a new text before all others, which are sorted by when they were shown last. */
export function add(kept: readonly KeptText[], text: KeptText): KeptText[] {
  return [text, ...kept.filter((other) => other.text !== text.text)].slice(0, TEXTS_AT_MOST);
}

/**
 * The text in this language and of this length that was not shown for longest, and the others with it behind them. As
 * with the server, it has another length or language if there is none, and is not the one with the id `not` while there
 * is another.
 */
export function show(
  kept: readonly KeptText[],
  language: string | null,
  length: string | null,
  not: string | null = null,
): [shown: KeptText, rest: KeptText[]] | null {
  const others = kept.filter(({ id }) => not === null || String(id) !== not);
  const alike = others.filter((text) => text.language === language);
  const like = alike.find(({ text }) => length === null || lengthOf(text) === length);
  const shown = like ?? alike[0] ?? others[0] ?? kept[0];
  return shown ? [shown, [...kept.filter((text) => text !== shown), shown]] : null;
}

/** The length of a text, by the limits of the api. */
function lengthOf(text: string): string {
  const { length } = [...text];
  if (length < 120) return 'short';
  return length > 300 ? 'long' : 'medium';
}
