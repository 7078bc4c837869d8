import { type Language, languages } from '../../core/text';
import { formatsOf } from '../../platform/format';
import otherNames from './names.json';

export interface Country {
  /** Two letters (ISO 3166-1). */
  value: string;
  /** Its name in the language of the page. */
  label: string;
  /** The names that find it, in the form of {@link plain}; the label is the first. */
  names: readonly string[];
}

/**
 * Returns all countries in alphabetical order, with the browser's names in the visitor's variant of the language: Saudi
 * Arabia has different names in Madrid and San José. A country is found by its name in every language of the page, and by
 * the names in `names.json`: common and formal ones, and those in its own languages, of which browsers know only some. What
 * its English name contains is left out there. The api accepts the countries of that file.
 */
export function countriesIn(language: Language, preferred?: readonly string[]): readonly Country[] {
  const { country: nameOf } = formatsOf(language, preferred);
  const everyLanguage = Object.keys(languages).map((each) => formatsOf(each, []));
  return Object.entries(otherNames)
    .map(([value, others]) => {
      const translations = everyLanguage.map(({ country }) => country(value));
      return listed(value, nameOf(value), [...translations, ...others.split(', '), value]);
    })
    .sort((one, other) => one.label.localeCompare(other.label, language));
}

/** Returns an entry of the list that is found by its label and `others`. */
export function listed(value: string, label: string, others: readonly string[] = []): Country {
  return { value, label, names: [label, ...others].map(plain).filter((name) => name !== '') };
}

/** Returns whether one of the country's names contains the words of `typed`. */
export function isFoundBy(typed: string, { names }: Country): boolean {
  const words = plain(typed).split(' ');
  return names.some((name) => words.every((word) => name.includes(word)));
}

/** Returns the countries with those first whose label, or else another name, starts with `typed`. */
export function bestFirst(typed: string, countries: readonly Country[]): readonly Country[] {
  const wanted = plain(typed);
  const rank = ({ names }: Country) => {
    const first = names.findIndex((name) => name.startsWith(wanted));
    return first === -1 ? 2 : Math.min(first, 1);
  };
  return countries.toSorted((one, other) => rank(one) - rank(other));
}

/** Returns the country with this code or name, however it is written; null if there is none. */
export function countryOf(countries: readonly Country[], codeOrName: string): Country | null {
  const wanted = plain(codeOrName);
  // Two islands are Saint Martin in one of their languages.
  const labelled = countries.find(({ names: [label] }) => label === wanted);
  return labelled ?? countries.find(({ value, names }) => plain(value) === wanted || names.includes(wanted)) ?? null;
}

/** Letters that people type without a keyboard for them, and that are no letter with an accent. */
const TYPED_AS: Readonly<Record<string, string>> = { ø: 'o', ə: 'e', ı: 'i', ł: 'l', '&': ' and ' };

/** Returns a name without case, accents, punctuation and "the", and with "Saint" in full. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}'’ʻ.]/gu, '')
    .replace(/[øəıł&]/g, (letter) => TYPED_AS[letter] ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(^| )st(?= )/g, '$1saint')
    .replace(/(^| )the(?= |$)/g, '')
    .trim();
}
