import countryList from 'react-select-country-list';
import { formatsOf } from '../../platform/format';
import type { Language } from '../../strings';

export interface Country {
  /** Two letters (ISO 3166-1). */
  value: string;
  /** Its name in the language of the page. */
  label: string;
  /** Its English name, which can also be searched for. */
  english: string;
}

/**
 * Returns all countries in alphabetical order. English names come from the list, others from the browser, in the
 * visitor's variant of the language: Saudi Arabia has different names in Madrid and San José.
 */
export function countriesIn(language: Language, preferred?: readonly string[]): readonly Country[] {
  const listed = countryList().getData();
  if (language === 'en') return listed.map(({ value, label }) => ({ value, label, english: label }));
  const { country } = formatsOf(language, preferred);
  return listed
    .map(({ value, label }) => ({ value, label: country(value), english: label }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}

/** Returns the country with this code or name, ignoring case; null if there is none. */
export function countryOf(countries: readonly Country[], codeOrName: string): Country | null {
  const wanted = codeOrName.toLowerCase();
  const isWanted = (name: string) => name.toLowerCase() === wanted;
  return countries.find(({ value, label, english }) => [value, label, english].some(isWanted)) ?? null;
}
