import { makeAutoObservable } from 'mobx';
import type { KeyValueStorage } from '../../platform/storage';

/** The validity of consent: one year, in milliseconds. */
export const CONSENT_VALIDITY_MS = 365 * 24 * 60 * 60 * 1000;

/** The visitor's consent to the necessary cookies and data. Practice and races depend on it. */
export class ConsentStore {
  /** Stored, allowed, and less than a year old, when it was last looked at. */
  isGiven = false;

  readonly #storage: KeyValueStorage;
  readonly #now: () => number;

  constructor(storage: KeyValueStorage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
    this.evaluate();
    makeAutoObservable(this);
  }

  /** Looks again: time has passed, and another window may have been told. */
  evaluate(): void {
    this.isGiven = this.#now() - readGivenAt(this.#storage.get('cookies')) < CONSENT_VALIDITY_MS;
  }

  give(): void {
    this.#storage.set('cookies', JSON.stringify({ allow: true, date: new Date(this.#now()).toISOString() }));
    this.evaluate();
  }
}

/** Reads the time of consent; NaN, which is never less than a year ago, for none and for anything else. */
function readGivenAt(stored: string | null): number {
  try {
    const { allow, date } = JSON.parse(stored ?? 'null') as { allow?: unknown; date?: unknown };
    return allow === true && typeof date === 'string' ? Date.parse(date) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
