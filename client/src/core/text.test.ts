import { describe, expect, it } from 'vitest';
import { languageFor } from './text';

describe('the language of the page', () => {
  it.each([
    [null, ['es-CR', 'en'], 'es'],
    [null, ['de', 'es'], 'es'],
    [null, ['EN-gb', 'es'], 'en'],
    [null, ['de', 'fr'], 'en'],
    [null, [], 'en'],
    [null, ['estonian'], 'en'],
    [null, ['es_CR.UTF-8'], 'es'],
    [null, ['es@posix', 'en'], 'es'],
    [null, ['constructor'], 'en'],
    ['es', ['en'], 'es'],
    ['tlh', ['es'], 'es'],
  ] as const)('with %j chosen and %j preferred is %s', (chosen, preferred, language) => {
    expect(languageFor(chosen, preferred)).toBe(language);
  });
});
