import { describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../platform/storage';
import { bestLanguage, type Language, languages, type Strings } from '../../strings';
import { en } from '../../strings/en';
import { es } from '../../strings/es';
import { LanguageStore } from './LanguageStore';

/** Is there. */
const server = { check: async () => true, back: async () => {} };

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
    await first.choose('es', server);
    expect([first.language, first.strings]).toEqual(['es', es]);
    const next = new LanguageStore(storage, ['en']);
    await next.start();
    expect(next.language).toBe('es');
  });

  it('is followed where another window chose, and nothing is loaded where it did not', async () => {
    const storage = memoryStorage();
    const load = vi.fn(async (language: Language): Promise<Strings> => (language === 'es' ? es : en));
    const store = new LanguageStore(storage, ['en'], load);
    await store.start();
    await store.follow(server);
    expect(load).toHaveBeenCalledTimes(1);
    storage.set('language', 'es');
    await store.follow(server);
    await store.follow(server);
    expect([store.language, load.mock.calls.length]).toEqual(['es', 2]);
    expect(load).toHaveBeenLastCalledWith('es', undefined);
  });

  it('whose words did not come is not asked for with everything that another window keeps', async () => {
    const load = vi.fn(() => Promise.reject(new Error('404')));
    const store = new LanguageStore(memoryStorage(), ['es'], load);
    await expect(store.start()).rejects.toThrow('404');
    await store.follow(server);
    expect([store.chosen, load.mock.calls.length]).toEqual(['en', 1]);
  });

  it('that waits for the server is not given up when another window says something else', async () => {
    const load = vi.fn(() => new Promise<Strings>(() => {}));
    const store = new LanguageStore(memoryStorage(), ['en'], load);
    void store.choose('es', server);
    await store.follow(server);
    expect([store.chosen, load.mock.calls.length]).toEqual(['es', 1]);
  });

  it('is the browser’s when what is stored is no language', async () => {
    const store = new LanguageStore(memoryStorage({ language: 'tlh' }), ['es']);
    await store.start();
    expect(store.language).toBe('es');
  });

  it('is what was chosen last, whichever words come first, and shown as chosen at once', async () => {
    const comes: Partial<Record<Language, () => void>> = {};
    const load = (language: Language) =>
      new Promise<Strings>((resolve) => {
        comes[language] = () => resolve(language === 'es' ? es : en);
      });
    const store = new LanguageStore(memoryStorage(), ['en'], load);
    const choices = [store.choose('es', server), store.choose('en', server)];
    expect([store.chosen, store.language]).toEqual(['en', 'en']);
    comes.en?.();
    comes.es?.();
    await Promise.all(choices);
    expect([store.chosen, store.language, store.strings]).toEqual(['en', 'en', en]);

    const choice = store.choose('es', server);
    expect([store.chosen, store.language]).toEqual(['es', 'en']);
    comes.es?.();
    await choice;
    expect([store.chosen, store.language]).toEqual(['es', 'es']);
  });

  it('is not told of as missing when it was given up for another', async () => {
    let fail = (_: Error) => {};
    const spanish = new Promise<Strings>((_, reject) => {
      fail = reject;
    });
    const load = (language: Language) => (language === 'en' ? Promise.resolve(en) : spanish);
    const store = new LanguageStore(memoryStorage(), ['en'], load);
    const givenUp = store.choose('es', server);
    await store.choose('en', server);
    fail(new Error('offline'));
    await givenUp;
    expect(store.chosen).toBe('en');
  });

  it('stays what it was when the catalogue cannot be loaded', async () => {
    const store = new LanguageStore(memoryStorage(), ['es'], () => Promise.reject(new Error('offline')));
    await expect(store.start()).rejects.toThrow('offline');
    expect([store.chosen, store.language, store.strings]).toEqual(['en', 'en', en]);
  });
});

describe('every catalogue', () => {
  it('has a name of its own for each language', () => {
    expect(new Set(Object.values(languages)).size).toBe(Object.keys(languages).length);
  });
});
