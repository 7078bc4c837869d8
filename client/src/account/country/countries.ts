import countryList from 'react-select-country-list';
import { formatsOf } from '../../platform/format';
import type { Language } from '../../strings';

/** A country to choose. */
export interface Country {
  /** Two letters (ISO 3166-1). */
  value: string;
  /** Its name, in the language of the page. */
  label: string;
  /** By which it is found as well. */
  english: string;
}

/**
 * All countries, in the order of the alphabet. English names are the list's own; others are the browser's, in the
 * visitor's variant of the language by the `preferred` tags: Saudi Arabia is another word in Madrid than in San José.
 */
export function countriesIn(language: Language, preferred?: readonly string[]): readonly Country[] {
  const listed = countryList().getData();
  if (language === 'en') return listed.map(({ value, label }) => ({ value, label, english: label }));
  const { country } = formatsOf(language, preferred);
  return listed
    .map(({ value, label }) => ({ value, label: country(value), english: label }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}

/** The one of `countries` with this code or name, in capitals or not; null for what none has. */
export function countryOf(countries: readonly Country[], codeOrName: string): Country | null {
  const wanted = codeOrName.toLowerCase();
  const isWanted = (name: string) => name.toLowerCase() === wanted;
  return countries.find(({ value, label, english }) => [value, label, english].some(isWanted)) ?? null;
}
