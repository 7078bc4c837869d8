import { expect, it } from 'vitest';
import { browserLanguages, correctLanguages, validTags } from './languages';

it('languages that a browser names as its system does are valid tags', () => {
  expect(validTags(['en-US@posix', 'es_CR.UTF-8', 'EN-gb', 'de'])).toEqual(['en-US', 'es-CR', 'en-GB', 'de']);
});

it('names of no language are left out', () => {
  expect(validTags(['', '*', '-', 'x', 'a-b-c-d', 'much-too-long-a-name', '123'])).toEqual([]);
});

it('the browser’s languages come in its order; none if it has none', () => {
  expect(browserLanguages({ languages: ['es-CR', 'en'], language: 'es-CR' })).toEqual(['es-CR', 'en', 'es-CR']);
  expect(validTags(browserLanguages({}))).toEqual([]);
});

it('a library that reads invalid languages itself reads valid ones', () => {
  const browser = { languages: ['en-US@posix', '!'], language: 'en-US@posix' } as unknown as Navigator;
  correctLanguages(browser);
  expect([browser.language, browser.languages]).toEqual(['en-US', ['en-US']]);
  expect(() => new Intl.NumberFormat(browser.language)).not.toThrow();
});

it('valid languages of the browser are left alone', () => {
  const browser = Object.freeze({ languages: ['en-gb', 'es'], language: 'en-gb' }) as unknown as Navigator;
  correctLanguages(browser);
  expect(browser.language).toBe('en-gb');
});
