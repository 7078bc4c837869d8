import { makeAutoObservable } from 'mobx';
import type { KeyValueStorage } from './storage';

/** The two sets of colours. */
export type Theme = 'light' | 'dark';

/** Which colours the page wears: the visitor's choice, else what the system prefers. */
export class ThemeStore {
  private chosen: Theme | null;

  constructor(
    private readonly storage: KeyValueStorage,
    private systemPrefersDark: boolean,
  ) {
    const stored = storage.get('theme');
    this.chosen = stored === 'light' || stored === 'dark' ? stored : null;
    makeAutoObservable<this, 'storage'>(this, { storage: false });
  }

  get theme(): Theme {
    return this.chosen ?? (this.systemPrefersDark ? 'dark' : 'light');
  }

  /** The system changed its mind; a choice of the visitor stands above it. */
  followSystem(prefersDark: boolean): void {
    this.systemPrefersDark = prefersDark;
  }

  toggle(): void {
    this.chosen = this.theme === 'dark' ? 'light' : 'dark';
    this.storage.set('theme', this.chosen);
  }
}
