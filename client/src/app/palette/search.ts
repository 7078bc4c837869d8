/** An entry of the palette, by the words that find it. */
interface Findable {
  /** As it is shown. */
  label: string;
  /** Other words by which it is found. */
  also: string;
}

/** Returns the entries that contain every word of `query`, the best first. Accents and letter case do not matter. */
export function search<Entry extends Findable>(entries: readonly Entry[], query: string): Entry[] {
  const words = wordsOf(query);
  const rated = entries.flatMap((entry) => {
    const rank = rankOf(entry, words);
    return rank === null ? [] : [{ entry, rank }];
  });
  return rated.sort((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}

/** The rank of an entry: that of the word it fits worst. Null if a word is not in it. */
function rankOf({ label, also }: Findable, words: readonly string[]): number | null {
  const shown = wordsOf(label);
  const others = wordsOf(also);
  const ranks = words.map((word) => {
    if (shown[0]?.startsWith(word)) return 0;
    if (shown.some((each) => each.startsWith(word))) return 1;
    if (others.some((each) => each.startsWith(word))) return 2;
    return shown.some((each) => each.includes(word)) ? 3 : Number.NaN;
  });
  const worst = Math.max(0, ...ranks);
  return Number.isNaN(worst) ? null : worst;
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
