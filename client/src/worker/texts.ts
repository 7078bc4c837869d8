/** A text as the api sends it. */
export interface KeptText {
  text: string;
  language?: string;
}

/** The most texts that are kept for practice without a network. */
const TEXTS_AT_MOST = 50;

/** The texts that one look at the server adds until there are {@link TEXTS_AT_MOST}. */
const TEXTS_AT_ONCE = 10;

/** The number of texts to fetch now. Once all are there, one replaces the text that was shown last. */
export function nToFetch(kept: readonly KeptText[]): number {
  return Math.max(1, Math.min(TEXTS_AT_ONCE, TEXTS_AT_MOST - kept.length));
}

/** Puts a new text before all others, which are sorted by when they were shown last. */
export function add(kept: readonly KeptText[], text: KeptText): KeptText[] {
  return [text, ...kept.filter((other) => other.text !== text.text)].slice(0, TEXTS_AT_MOST);
}

/** The text in this language that was not shown for longest, and the others with it behind them. */
export function show(kept: readonly KeptText[], language: string | null): [shown: KeptText, rest: KeptText[]] | null {
  const shown = kept.find((text) => language === null || text.language === language) ?? kept[0];
  return shown ? [shown, [...kept.filter((text) => text !== shown), shown]] : null;
}
