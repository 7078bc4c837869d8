import type { Language } from '../../core/text';

/** Returns a number from 0 up to but not including 1, as `Math.random` does. */
export type Random = () => number;

/** The changes that are made to words. */
export interface Marks {
  capitals: boolean;
  punctuation: boolean;
  numbers: boolean;
}

/** The share of words that are numbers instead, and the most digits of one. */
const NUMBERS = 0.1;
const MOST_DIGITS = 4;

/** The share of capitalized words, where there are no sentences. */
const CAPITALS = 0.25;

/** The shortest sentence, and the chances that a longer one ends, or goes on with a comma, after each word. */
const SENTENCE_WORDS = 4;
const ENDS = 0.2;
const COMMA = 0.12;

/** The signs before and after a sentence. */
type Signs = readonly [string, string];

/** The signs around sentences, the plain ones first. */
const SENTENCES: Readonly<Record<Language, readonly [Signs, ...Signs[]]>> = {
  en: [
    ['', '.'],
    ['', '?'],
    ['', '!'],
    ['"', '."'],
  ],
  es: [
    ['', '.'],
    ['¿', '?'],
    ['¡', '!'],
    ['"', '".'],
  ],
};

/** The chance of the plain ones, before one of all is drawn. */
const PLAIN = 0.7;

/** Returns one of `items`, each with the same probability. */
function draw<Item>(items: readonly [Item, ...Item[]], random: Random): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** Returns `count` of `words` at random, the same one never twice in a row while there are others. */
export function drawWords(words: readonly string[], count: number, random: Random): string[] {
  let last = -1;
  return Array.from({ length: words.length > 0 ? count : 0 }, () => {
    const at = Math.floor(random() * words.length);
    last = at === last ? (at + 1) % words.length : at;
    return words[last] ?? '';
  });
}

/** Makes a text of words: some of them numbers, sentences with punctuation, or capitalized, as `marks` say. */
export function textOfWords(words: readonly string[], marks: Marks, language: Language, random: Random): string {
  const plain = words.map((word) => (marks.numbers && random() < NUMBERS ? numeral(random) : word));
  if (marks.punctuation) return sentences(plain, marks.capitals, language, random);
  return plain.map((word) => (marks.capitals && random() < CAPITALS ? capitalized(word, language) : word)).join(' ');
}

function numeral(random: Random): string {
  const digits = 1 + Math.floor(random() * MOST_DIGITS);
  return String(Math.floor(random() * 10 ** digits));
}

function sentences(words: readonly string[], hasCapitals: boolean, language: Language, random: Random): string {
  const signs = SENTENCES[language];
  const written: string[] = [];
  let [before, after] = signs[0];
  let n = 0;
  for (const [index, word] of words.entries()) {
    if (n === 0) [before, after] = random() < PLAIN ? signs[0] : draw(signs, random);
    const first = n === 0 ? before + (hasCapitals ? capitalized(word, language) : word) : word;
    n += 1;
    const isLast = index === words.length - 1;
    if (isLast || (n >= SENTENCE_WORDS && random() < ENDS)) {
      written.push(first + after);
      n = 0;
    } else written.push(random() < COMMA ? `${first},` : first);
  }
  return written.join(' ');
}

function capitalized(word: string, language: Language): string {
  const [first = '', ...rest] = word;
  return first.toLocaleUpperCase(language) + rest.join('');
}
