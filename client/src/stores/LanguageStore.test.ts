import { describe, expect, it } from 'vitest';
import { bestLanguage, languages } from '../strings';
import { en } from '../strings/en';
import { es } from '../strings/es';
import { LanguageStore } from './LanguageStore';
import { memoryStorage } from './storage';

describe('the language of the page', () => {
  it.each([
    [['es-CR', 'en'], 'es'],
    [['de', 'es'], 'es'],
    [['EN-gb', 'es'], 'en'],
    [['de', 'fr'], 'en'],
    [[], 'en'],
    [['estonian'], 'en'],
    [['constructor'], 'en'],
  ] as const)('for a browser that prefers %j is %s', (preferred, language) => {
    expect(bestLanguage(preferred)).toBe(language);
  });

  it('is the one that the visitor chose, whatever the browser prefers', async () => {
    const storage = memoryStorage();
    const first = new LanguageStore(storage, ['en']);
    await first.start();
    expect(first.strings).toBe(en);
    await first.choose('es');
    expect([first.language, first.strings]).toEqual(['es', es]);
    const next = new LanguageStore(storage, ['en']);
    await next.start();
    expect(next.language).toBe('es');
  });

  it('is the browser’s when what is stored is no language', async () => {
    const store = new LanguageStore(memoryStorage({ language: 'tlh' }), ['es']);
    await store.start();
    expect(store.language).toBe('es');
  });

  it('stays what it was when the catalogue cannot be loaded', async () => {
    const store = new LanguageStore(memoryStorage(), ['es'], () => Promise.reject(new Error('offline')));
    await expect(store.start()).rejects.toThrow('offline');
    expect([store.language, store.strings]).toEqual(['en', en]);
  });
});

describe('every catalogue', () => {
  it('has a name of its own for each language', () => {
    expect(new Set(Object.values(languages)).size).toBe(Object.keys(languages).length);
  });
});
