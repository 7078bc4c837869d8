import { describe, expect, it } from 'vitest';
import { browserStorage, memoryStorage } from '../platform/storage';
import { SettingsStore } from './SettingsStore';
import { settingsOf } from './settings';

const DEFAULTS = settingsOf({});

/** The settings of a window of the browser with this storage, and those of another one. */
function twoWindows(storage = memoryStorage()) {
  return [new SettingsStore(storage, false), new SettingsStore(storage, false)] as const;
}

it('a choice is remembered', () => {
  const storage = memoryStorage();
  const settings = new SettingsStore(storage, false);
  settings.set('caret', 'block');
  expect(settings.isLasting).toBe(true);
  expect(new SettingsStore(storage, false).values).toEqual({ ...DEFAULTS, caret: 'block' });
});

it('a reset returns every setting to its default', () => {
  const [settings] = twoWindows(memoryStorage({ settings: '{"caret":"block","volume":5,"theme":"dark"}' }));
  expect(settings.changed).toEqual(['theme', 'caret', 'volume']);
  settings.reset();
  expect([settings.values, settings.changed]).toEqual([DEFAULTS, []]);
});

describe('the theme', () => {
  it('is that of the system until another one is chosen', () => {
    const settings = new SettingsStore(memoryStorage(), true);
    expect([settings.theme, settings.isDark]).toEqual(['dark', true]);
    settings.followSystem(false);
    expect([settings.theme, settings.isDark]).toEqual(['light', false]);
    settings.set('theme', 'dark');
    expect(settings.theme).toBe('dark');
  });
});

it('texts are in the language of the page until another one is chosen', () => {
  const settings = new SettingsStore(memoryStorage(), false, ['es-CR']);
  expect(settings.textLanguage).toBe('es');
  settings.set('language', 'en');
  expect(settings.textLanguage).toBe('en');
  settings.set('textLanguage', 'es');
  expect([settings.textLanguage, settings.language]).toEqual(['es', 'en']);
});

describe('two windows', () => {
  it('follow each other', () => {
    const [here, there] = twoWindows();
    there.set('theme', 'dark');
    here.follow();
    expect(here.theme).toBe('dark');
  });

  it('that change different settings lose none, even before one has heard of the other', () => {
    const [here, there] = twoWindows();
    here.set('caret', 'block');
    there.set('volume', 5);
    here.set('glide', false);
    there.follow();
    for (const { values } of [here, there])
      expect(values).toEqual({ ...DEFAULTS, caret: 'block', volume: 5, glide: false });
  });

  it('have the last choice of the same setting', () => {
    const [here, there] = twoWindows();
    here.set('caret', 'block');
    there.set('caret', 'off');
    here.follow();
    expect(here.values.caret).toBe('off');
  });
});

describe('what is stored', () => {
  it.each(['', 'nonsense', '{"caret":', '[1,2]', '"block"', '17', 'null', 'true'])(
    'as %j holds no settings',
    (stored) => {
      const [settings, next] = twoWindows(memoryStorage({ settings: stored }));
      expect(settings.values).toEqual(DEFAULTS);
      settings.set('caret', 'block');
      next.follow();
      expect(next.values.caret).toBe('block');
    },
  );

  it('but is unknown to this version is not used, and stays for the version that wrote it', () => {
    const storage = memoryStorage({ settings: '{"caret":"wave","volume":"loud","keys":{"a":1},"glide":false}' });
    const settings = new SettingsStore(storage, false);
    expect(settings.values).toEqual({ ...DEFAULTS, glide: false });
    settings.set('theme', 'dark');
    settings.reset();
    expect(JSON.parse(storage.get('settings') ?? '')).toMatchObject({ caret: 'wave', volume: 'loud', keys: { a: 1 } });
  });

  it('was a choice of theme and language before there were settings, and still counts', () => {
    const storage = memoryStorage({ theme: 'dark', language: 'es' });
    const settings = new SettingsStore(storage, false);
    expect(settings.values).toEqual({ ...DEFAULTS, theme: 'dark', language: 'es' });
    settings.set('theme', 'system');
    expect(new SettingsStore(storage, true).values).toEqual({ ...DEFAULTS, language: 'es' });
  });

  it('lasts as long as the page if the storage is full or forbidden', () => {
    const refuse = () => {
      throw new Error('no');
    };
    const full = { getItem: () => '{"glide":false}', setItem: refuse } as unknown as Storage;
    for (const [area, glide] of [
      [() => full, false],
      [refuse, true],
    ] as const) {
      const settings = new SettingsStore(browserStorage(area), false);
      settings.set('caret', 'block');
      expect(settings.isLasting).toBe(false);
      settings.follow();
      expect(settings.values).toEqual({ ...DEFAULTS, glide, caret: 'block' });
    }
  });
});
