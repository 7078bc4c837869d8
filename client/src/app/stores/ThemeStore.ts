import { makeAutoObservable } from 'mobx';
import type { KeyValueStorage } from '../../platform/storage';

/** The two sets of colours. */
export type Theme = 'light' | 'dark';

/** Which colours the page wears: the visitor's choice, else what the system prefers. */
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

  /** The system changed its mind; a choice of the visitor stands above it. */
  followSystem(prefersDark: boolean): void {
    this.systemPrefersDark = prefersDark;
  }

  /** Another window may have chosen. */
  follow(): void {
    const stored = this.#storage.get('theme');
    this.chosen = stored === 'light' || stored === 'dark' ? stored : null;
  }

  /** Null follows the system again. */
  choose(theme: Theme | null): void {
    this.chosen = theme;
    if (theme === null) this.#storage.remove('theme');
    else this.#storage.set('theme', theme);
  }

  toggle(): void {
    this.choose(this.theme === 'dark' ? 'light' : 'dark');
  }
}
