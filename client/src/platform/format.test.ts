import { expect, it } from 'vitest';
import { formatsOf, hoursMinutesSeconds, minutesAndSeconds } from './format';

it('speeds and times have two decimals, in the format of the language', () => {
  const written = (language: string) => [88.5, 100, 12_345].map(formatsOf(language, []).decimals);
  expect(written('en')).toEqual(['88.50', '100.00', '12,345.00']);
  expect(written('es')).toEqual(['88,50', '100,00', '12\u00a0345,00']);
});

it('percentages have a sign, in the format of the language', () => {
  const written = (language: string, preferred: string[]) => {
    const { accuracy, percent } = formatsOf(language, preferred);
    return [accuracy(99.21), accuracy(100), percent(48), percent(97.5)];
  };
  expect(written('en', [])).toEqual(['99.21%', '100.00%', '48%', '97.5%']);
  expect(written('es', [])).toEqual(['99,21\u00a0%', '100,00\u00a0%', '48\u00a0%', '97,5\u00a0%']);
  expect(written('es', ['es-ES'])).toEqual(['99,21\u00a0%', '100,00\u00a0%', '48\u00a0%', '97,5\u00a0%']);
});

it('other numbers keep their decimals, in the format of the language', () => {
  const written = (language: string) => [2, 2.67, 12_345].map(formatsOf(language, []).number);
  expect(written('en')).toEqual(['2', '2.67', '12,345']);
  expect(written('es')).toEqual(['2', '2,67', '12\u00a0345']);
});

it('exact numbers keep all of their decimals, in the format of the language', () => {
  const written = (language: string) => [0.16, 0.15998, 0.159999999].map(formatsOf(language, []).exact);
  expect(written('en')).toEqual(['0.16', '0.15998', '0.159999999']);
  expect(written('es')).toEqual(['0,16', '0,15998', '0,159999999']);
});

it('prices have a dollar sign, in the format of the language', () => {
  const written = (language: string, preferred: string[]) => formatsOf(language, preferred).price(2.99);
  expect([written('en', ['en-GB']), written('es', ['es'])]).toEqual(['$2.99', '$2,99']);
});

it('dates have the format of the visitor’s variant of the page’s language', () => {
  const written = (language: string, preferred: string[]) =>
    formatsOf(language, preferred).date('2026-01-31T12:00:00Z');
  expect(written('en', ['de', 'fr'])).toBe('1/31/2026');
  expect(written('en', ['es-CR', 'en-GB'])).toBe('31/01/2026');
  expect(written('es', ['en-US', 'es-CR'])).toBe('31/1/2026');
});

it('a preferred language that is no valid tag breaks no format', () => {
  const written = (preferred: string) => {
    const { decimals, price, date, list, country, counted } = formatsOf('en', [preferred]);
    return [decimals(2), price(2), date('2026-01-31T12:00:00Z'), list(['a', 'b']), country('DE'), counted(1, 'a', 'b')];
  };
  expect(written('en-US@posix')).toEqual(['2.00', '$2.00', '1/31/2026', 'a and b', 'Germany', '1 a']);
  for (const tag of ['en-', 'en-*', 'en-US-u', 'en-$', 'en_US.UTF-8']) expect(written(tag)).toEqual(written('en-US'));
});

it('counts are singular or plural, with numbers in the format of the language', () => {
  const { counted } = formatsOf('es', ['es-CR']);
  expect([1, 2, 97.5].map((count) => counted(count, 'carrera', 'carreras'))).toEqual([
    '1 carrera',
    '2 carreras',
    '97,5 carreras',
  ]);
});

it('a country is named in the language, from its two letters in any case', () => {
  expect(formatsOf('en', []).country('de')).toBe('Germany');
  expect(formatsOf('es', []).country('DE')).toBe('Alemania');
});

it('a stopwatch shows minutes and seconds', () => {
  expect([0, 999, 67_000, 600_000].map(minutesAndSeconds)).toEqual(['0:00', '0:00', '1:07', '10:00']);
});

it('time spent is hh:mm:ss, also beyond a day', () => {
  expect([0, 3661.9, 360_000].map(hoursMinutesSeconds)).toEqual(['00:00:00', '01:01:01', '100:00:00']);
});

it('an invalid date is unchanged', () => expect(formatsOf('en').date('long ago')).toBe('long ago'));
