import { expect, it } from 'vitest';
import { formatsOf } from '../../platform/format';
import { bestFirst, countriesIn, countryOf, isFoundBy, listed } from './countries';

const found = (language: 'en' | 'es', typed: string) =>
  bestFirst(typed, countriesIn(language)).filter((country) => isFoundBy(typed, country));

it('countries have the name that the page gives them everywhere, in both languages', () => {
  for (const language of ['en', 'es'] as const) {
    const { country } = formatsOf(language);
    for (const { value, label } of countriesIn(language)) expect(label).toBe(country(value));
  }
  expect(countryOf(countriesIn('en'), 'DE')?.label).toBe('Germany');
  expect(countryOf(countriesIn('es'), 'DE')?.label).toBe('Alemania');
});

it('countries have the names of the visitor’s variant of the language', () => {
  const saudiArabia = (preferred: string) => countriesIn('es', [preferred]).find(({ value }) => value === 'SA')?.label;
  expect([saudiArabia('es-ES'), saudiArabia('es-CR')]).toEqual(['Arabia Saudí', 'Arabia Saudita']);
});

it('every language has the same countries, in its own alphabetical order', () => {
  const [english, spanish] = [countriesIn('en'), countriesIn('es')];
  const codes = (countries: typeof english) => countries.map(({ value }) => value).sort();
  expect(codes(spanish)).toEqual(codes(english));
  expect(codes(english)).toHaveLength(249);
  const labels = spanish.map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted(new Intl.Collator('es').compare));
});

it('every country has a two-letter code and a name', () => {
  for (const { value, label } of countriesIn('en'))
    expect([value, label]).toEqual([expect.stringMatching(/^[A-Z]{2}$/), expect.stringMatching(/../)]);
});

it.each([
  ['common English names', { KR: 'South Korea', VN: 'Vietnam', LA: 'Laos', CI: 'Ivory Coast', CZ: 'Czech Republic' }],
  ['old and new names', { TR: 'Turkey', SZ: 'Swaziland', CV: 'Cabo Verde', MM: 'Burma', TL: 'East Timor' }],
  ['names in their own language', { DE: 'Deutschland', ES: 'España', JP: '日本', IS: 'Ísland', GE: 'საქართველო' }],
  ['names in each of their languages', { CH: 'Suisse', BE: 'Belgien', IE: 'Éire', FI: 'Suomi', AX: 'Åland' }],
  ['names without accents', { TR: 'turkiye', CI: "cote d'ivoire", CW: 'curacao', FO: 'foroyar', AZ: 'azerbaycan' }],
  ['names without their marks', { LC: 'saint lucia', KN: 'st kitts and nevis', VN: ' VIET  NAM ', US: 'U.S.A.' }],
  [
    'names in Spanish',
    { DE: 'Alemania', KR: 'Corea del Sur', CI: 'Costa de Marfil', TR: 'Turquía', US: 'Estados Unidos' },
  ],
  ['names with an article', { GM: 'The Gambia', BS: 'Bahamas, The', NL: 'the netherlands', TH: 'thai' }],
  ['formal names, in any order', { KR: 'Korea, Republic of', RU: 'Russian Federation', VI: 'Virgin Islands, U.S.' }],
  ['their codes', { CR: 'cr', GB: 'gb', KR: 'KR' }],
])('countries are found by %s', (_, wanted: Record<string, string>) => {
  for (const [code, typed] of Object.entries(wanted))
    for (const language of ['en', 'es'] as const)
      expect([language, typed, ...found(language, typed).map(({ value }) => value)]).toContain(code);
});

it('countries that start with what is typed are listed first', () => {
  const labels = (typed: string) => found('en', typed).map(({ label }) => label);
  expect(labels('oman')).toEqual(['Oman', 'Romania']);
  expect(labels('india')[0]).toBe('India');
  expect(labels('guinea')[0]).toBe('Guinea');
  expect(labels('xyz')).toEqual([]);
});

it('a country is found by its code or name, in any case', () => {
  const countries = [listed('', 'None'), ...countriesIn('es')];
  const found = ['DE', 'de', 'alemania', 'GERMANY', 'xx', ''].map((name) => countryOf(countries, name)?.label ?? null);
  expect(found).toEqual(['Alemania', 'Alemania', 'Alemania', 'Alemania', null, 'None']);
});

it('every country is found by its own name before others of that name', () => {
  for (const language of ['en', 'es'] as const) {
    const countries = countriesIn(language);
    for (const country of countries) expect(countryOf(countries, country.label)).toBe(country);
  }
});
