import { makeAutoObservable } from 'mobx';
import type { KeyValueStorage } from '../platform/storage';

export type Theme = 'light' | 'dark';

/** The theme of the page: the visitor's choice, else the system's preference. */
export class ThemeStore {
  /** Null while the page follows the system. */
  chosen: Theme | null = null;

  readonly #storage: KeyValueStorage;

  constructor(
    storage: KeyValueStorage,
    private systemPrefersDark: boolean,
  ) {
    this.#storage = storage;
    this.follow();
    makeAutoObservable(this);
  }

  get theme(): Theme {
    return this.chosen ?? (this.systemPrefersDark ? 'dark' : 'light');
  }

  /** Adopts a new preference of the system; the visitor's choice overrides it. */
  followSystem(prefersDark: boolean): void {
    this.systemPrefersDark = prefersDark;
  }

  /** Adopts the choice of another window. */
  follow(): void {
    const stored = this.#storage.get('theme');
    this.chosen = stored === 'light' || stored === 'dark' ? stored : null;
  }

  /** Chooses a theme; null follows the system again. */
  choose(theme: Theme | null): void {
    this.chosen = theme;
    if (theme === null) this.#storage.remove('theme');
    else this.#storage.set('theme', theme);
  }

  toggle(): void {
    this.choose(this.theme === 'dark' ? 'light' : 'dark');
  }
}
