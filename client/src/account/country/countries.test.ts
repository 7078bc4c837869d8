import { expect, it } from 'vitest';
import { countriesIn, countryOf } from './countries';

it('countries have names in the language of the page, and English ones', () => {
  const germany = (language: 'en' | 'es') => countriesIn(language).find(({ value }) => value === 'DE');
  expect(germany('en')).toEqual({ value: 'DE', label: 'Germany', english: 'Germany' });
  expect(germany('es')).toEqual({ value: 'DE', label: 'Alemania', english: 'Germany' });
});

it('countries have the names of the visitor’s variant of the language', () => {
  const saudiArabia = (preferred: string) => countriesIn('es', [preferred]).find(({ value }) => value === 'SA')?.label;
  expect([saudiArabia('es-ES'), saudiArabia('es-CR')]).toEqual(['Arabia Saudí', 'Arabia Saudita']);
});

it('every language has the same countries, in its own alphabetical order', () => {
  const [english, spanish] = [countriesIn('en'), countriesIn('es')];
  const codes = (countries: typeof english) => countries.map(({ value }) => value).sort();
  expect(codes(spanish)).toEqual(codes(english));
  const labels = spanish.map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted(new Intl.Collator('es').compare));
});

it('every country has a two-letter code and a name', () => {
  for (const { value, label } of countriesIn('en'))
    expect([value, label]).toEqual([expect.stringMatching(/^[A-Z]{2}$/), expect.stringMatching(/./)]);
});

it('a country is found by its code or name, in any case', () => {
  const countries = countriesIn('es');
  const found = ['DE', 'de', 'alemania', 'GERMANY', 'xx', ''].map((name) => countryOf(countries, name)?.value ?? null);
  expect(found).toEqual(['DE', 'DE', 'DE', 'DE', null, null]);
});
