import { makeAutoObservable, observableRef } from 'mobx';
import type { ScriptServer } from '../../platform/chunks';
import type { KeyValueStorage } from '../../platform/storage';
import { bestLanguage, fallback, isLanguage, type Language, loadStrings, type Strings } from '../../strings';

/** In which language the page speaks: the visitor's choice, else the browser's. */
export class LanguageStore {
  /** What the visitor reads as soon as its words are here. */
  chosen: Language = fallback.language;
  /** What `strings` are in. */
  language: Language = fallback.language;
  strings: Strings = fallback.strings;
  /** What was asked for last, whether its words came or not. */
  #asked: Language | null = null;

  readonly #storage: KeyValueStorage;
  readonly #preferred: readonly string[];
  readonly #load: typeof loadStrings;

  constructor(storage: KeyValueStorage, preferred: readonly string[], load: typeof loadStrings = loadStrings) {
    this.#storage = storage;
    this.#preferred = preferred;
    this.#load = load;
    makeAutoObservable(this, { strings: observableRef });
  }

  /** Loads what the visitor reads; until it is here, and if it does not come, the page speaks the fallback. */
  async start(): Promise<void> {
    await this.speak(this.wanted());
  }

  /** Speaks `language` as soon as its words are here: while the server is away, that is when it is back. */
  async choose(language: Language, server: ScriptServer): Promise<void> {
    this.#storage.set('language', language);
    await this.speak(language, server);
  }

  /** Another window may have chosen. Nobody asked for it in this one, so it is not reloaded for words that are gone. */
  async follow(server: ScriptServer): Promise<void> {
    if (this.wanted() === this.#asked) return;
    this.#asked = this.wanted();
    await server.back();
    await this.start();
  }

  /** What the visitor reads: what was chosen, else what the browser says. */
  private wanted(): Language {
    const stored = this.#storage.get('language');
    return stored !== null && isLanguage(stored) ? stored : bestLanguage(this.#preferred);
  }

  private async speak(language: Language, server?: ScriptServer): Promise<void> {
    this.#asked = language;
    this.chosen = language;
    try {
      const strings = await this.#load(language, server);
      if (this.chosen === language) this.adopt(language, strings);
    } catch (error) {
      // Nobody waits any more for what was chosen before.
      if (this.chosen !== language) return;
      this.adopt(this.language, this.strings);
      throw error;
    }
  }

  private adopt(language: Language, strings: Strings): void {
    this.chosen = language;
    this.language = language;
    this.strings = strings;
  }
}
