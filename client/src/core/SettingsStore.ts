import { makeAutoObservable, observableRef } from 'mobx';
import type { Theme } from '../design/themes';
import { browserLanguages } from '../platform/languages';
import type { KeyValueStorage } from '../platform/storage';
import { isDark, themeOf } from './appearance';
import {
  isSettingName,
  isValid,
  type SettingName,
  type Settings,
  type Stored,
  settingNames,
  settings,
  settingsOf,
  storedSettings,
} from './settings';
import { type Language, languageFor } from './text';

/**
 * The visitor's settings. Names and values that this version does not know stay in the storage, for the version that
 * wrote them.
 */
export class SettingsStore {
  /** Called with the names of the settings that the visitor has just chosen in this window. */
  onChosen: (names: readonly SettingName[]) => void = () => {};
  /** False once the last choice could not be stored: it then lasts as long as the page. */
  isLasting = true;
  private stored: Stored;

  readonly #storage: KeyValueStorage;

  constructor(
    storage: KeyValueStorage,
    public systemPrefersDark: boolean,
    private readonly preferredLanguages: readonly string[] = browserLanguages(),
  ) {
    this.#storage = storage;
    this.stored = storedSettings(storage.get);
    makeAutoObservable<this, 'stored'>(this, { onChosen: false, stored: observableRef });
  }

  /** The values of all settings. */
  get values(): Settings {
    return settingsOf(this.stored);
  }

  /** The language of the page: the visitor's choice, else the browser's. */
  get language(): Language {
    return languageFor(this.values.language, this.preferredLanguages);
  }

  /** The language of texts to type: the visitor's choice, else the page's. */
  get textLanguage(): Language {
    const chosen = this.values.textLanguage;
    return chosen === 'auto' ? this.language : chosen;
  }

  /** The theme of the page: the visitor's choice, else the system's preference. */
  get theme(): Theme {
    return themeOf(this.values.theme, this.systemPrefersDark);
  }

  get isDark(): boolean {
    return isDark(this.theme);
  }

  /** The settings that differ from their defaults. */
  get changed(): SettingName[] {
    return settingNames.filter((name) => this.values[name] !== settings[name].default);
  }

  /** Returns whether this version knows the setting and its stored value. */
  isKnown(name: string): name is SettingName {
    return isSettingName(name) && isValid(settings[name], this.stored[name]);
  }

  /** Adopts a new preference of the system. */
  followSystem(prefersDark: boolean): void {
    this.systemPrefersDark = prefersDark;
  }

  /** Adopts the choices of another window. */
  follow(): void {
    this.stored = storedSettings(this.#storage.get);
  }

  set<Name extends SettingName>(name: Name, value: Settings[Name]): void {
    this.choose({ [name]: value });
  }

  /** Returns every setting to its default. Returns a function that undoes it. */
  reset(): () => void {
    const before = Object.fromEntries(this.changed.map((name) => [name, this.values[name]]));
    this.choose(Object.fromEntries(this.changed.map((name) => [name, settings[name].default])));
    return () => this.choose(before);
  }

  /** Adopts values that the visitor has just chosen. */
  choose(values: Stored): void {
    this.adopt(values);
    this.onChosen(Object.keys(values).filter(isSettingName));
  }

  /** Adopts `changes`, and keeps everything else that is stored, also what another window has stored just now. */
  adopt(changes: Stored): void {
    this.stored = { ...storedSettings(this.#storage.get), ...changes };
    this.isLasting = this.#storage.set('settings', JSON.stringify(this.stored));
  }
}
