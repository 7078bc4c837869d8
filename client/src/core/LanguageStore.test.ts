import { describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { LanguageStore } from './LanguageStore';
import { SettingsStore } from './SettingsStore';
import { type Language, languageFor, loadStrings, type Strings, type Subject } from './strings';

/** A store whose texts arrive on the test's command, and the loads that it started. */
function makeStore({ preferred = ['en'] } = {}) {
  const asked: string[] = [];
  const comes: (() => void)[] = [];
  const load = (language: Language, subjects: readonly Subject[]) => {
    asked.push([language, ...subjects].join(' '));
    return new Promise<Strings>((resolve) => comes.push(() => resolve(loadStrings(language, subjects))));
  };
  const settings = new SettingsStore(memoryStorage(), false);
  const store = new LanguageStore(settings, preferred, load);
  const choose = (language: Language) => {
    settings.set('language', language);
    return store.follow();
  };
  return { store, choose, asked, comes };
}

/** Completes all pending loads, and those that they start. */
async function settle(comes: (() => void)[], done: Promise<unknown>): Promise<void> {
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  await vi.waitUntil(() => {
    for (const come of comes.splice(0)) come();
    return isDone;
  });
  await done;
}

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

  it('is the fallback until its texts are loaded', async () => {
    const { store, comes } = makeStore({ preferred: ['es'] });
    const started = store.start();
    expect([store.chosen, store.language, store.strings.nav.shop]).toEqual(['es', 'en', 'Shop']);
    await settle(comes, started);
    expect([store.language, store.strings.nav.shop]).toEqual(['es', 'Tienda']);
  });

  it('follows the choice of the visitor, and loads nothing without one', async () => {
    const { store, choose, asked, comes } = makeStore();
    await store.follow();
    expect(asked).toEqual([]);
    await settle(comes, choose('es'));
    expect([store.language, asked]).toEqual(['es', ['es']]);
  });

  it('is the last one chosen, whichever texts arrive first', async () => {
    const { store, choose, comes } = makeStore();
    const choices = Promise.all([choose('es'), choose('en')]);
    await vi.waitUntil(() => comes.length === 2);
    await settle(comes.splice(0).reverse(), choices);
    expect([store.chosen, store.language]).toEqual(['en', 'en']);
  });

  it('is the fallback if its texts fail to load at the start', async () => {
    const store = new LanguageStore(new SettingsStore(memoryStorage(), false), ['es'], () =>
      Promise.reject(new Error('404')),
    );
    await expect(store.start()).rejects.toThrow('404');
    expect([store.chosen, store.language]).toEqual(['en', 'en']);
  });
});

describe('the texts of a screen', () => {
  it('are loaded in the language of the page, and in a language chosen later', async () => {
    const { store, choose, asked, comes } = makeStore();
    await settle(comes, store.need(['shop']));
    expect(store.strings.shop.owned).toBe('Owned');
    await settle(comes, choose('es'));
    expect([store.strings.shop.owned, asked]).toEqual(['Tuyo', ['en shop', 'es shop']]);
  });

  it('are added to those of earlier screens', async () => {
    const { store, comes } = makeStore();
    await settle(comes, Promise.all([store.need(['shop']), store.need(['race', 'typing'])]));
    expect([store.strings.shop.owned, store.strings.race.you]).toEqual(['Owned', 'you']);
  });

  it('are in the language chosen while they are loading', async () => {
    const { store, choose, comes } = makeStore();
    const needed = store.need(['shop']);
    const chosen = choose('es');
    await settle(comes, Promise.all([needed, chosen]));
    expect([store.language, store.strings.shop.owned]).toEqual(['es', 'Tuyo']);
  });
});
