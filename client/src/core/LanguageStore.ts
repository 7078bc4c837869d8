import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { loadScript } from '../platform/loading';
import type { SettingsStore } from './SettingsStore';
import { fallback, type Language, languageFor, loadStrings, type Strings, type Subject } from './strings';

/** The language of the page: the visitor's choice, else the browser's. */
export class LanguageStore {
  /** The language of the page as soon as its texts are loaded. */
  chosen: Language = fallback.language;
  /** The language of `strings`. */
  language: Language = fallback.language;
  strings: Strings = fallback.strings;
  readonly #subjects = new Set<Subject>();

  readonly #settings: SettingsStore;
  readonly #preferred: readonly string[];
  readonly #load: typeof loadStrings;

  constructor(settings: SettingsStore, preferred: readonly string[], load = loadStrings) {
    this.#settings = settings;
    this.#preferred = preferred;
    this.#load = load;
    makeAutoObservable(this, { strings: observableRef });
  }

  /** Loads the visitor's language. Until then, or if that fails, the page is in the fallback language. */
  start(): Promise<void> {
    const language = this.#wanted();
    return this.#adopt(language, this.#load(language, []));
  }

  /** Loads the texts of `subjects` in the page's language, and in every language chosen later. */
  async need(subjects: readonly Subject[]): Promise<void> {
    for (const subject of subjects) this.#subjects.add(subject);
    let language: Language;
    do {
      language = this.chosen;
      await this.#adopt(language);
    } while (this.chosen !== language);
  }

  /** Changes to the chosen language as soon as its texts are loaded. */
  async follow(): Promise<void> {
    const wanted = this.#wanted();
    if (wanted !== this.chosen) await this.#adopt(wanted);
  }

  #wanted(): Language {
    return languageFor(this.#settings.values.language, this.#preferred);
  }

  /** Changes to `language` once its texts have arrived. */
  async #adopt(
    language: Language,
    arriving = loadScript(language, () => this.#load(language, [...this.#subjects])),
  ): Promise<void> {
    const setChosen = (chosen: Language) => runInAction(() => (this.chosen = chosen));
    setChosen(language);
    try {
      const strings = await arriving;
      runInAction(() => {
        if (this.chosen !== language) return;
        // Keeps texts of the same language that arrived in the meantime.
        this.strings = language === this.language ? { ...this.strings, ...strings } : strings;
        this.language = language;
      });
    } catch (error) {
      // Another language has been chosen in the meantime.
      if (this.chosen !== language) return;
      setChosen(this.language);
      throw error;
    }
  }
}
