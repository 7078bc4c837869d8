import { makeAutoObservable } from 'mobx';
import type { KeyValueStorage } from '../platform/storage';

/** The validity of consent: one year, in milliseconds. */
export const CONSENT_VALIDITY_MS = 365 * 24 * 60 * 60 * 1000;

/** The visitor's consent to the necessary cookies and data. Practice and races depend on it. */
export class ConsentStore {
  /** True if consent was stored, allowed, and less than a year old at the last evaluation. */
  isGiven = false;

  readonly #storage: KeyValueStorage;
  readonly #now: () => number;

  constructor(storage: KeyValueStorage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
    this.evaluate();
    makeAutoObservable(this);
  }

  /** Reads the stored consent again: it may have expired or been given in another window. */
  evaluate(): void {
    this.isGiven = this.#now() - readGivenAt(this.#storage.get('cookies')) < CONSENT_VALIDITY_MS;
  }

  give(): void {
    this.#storage.set('cookies', JSON.stringify({ allow: true, date: new Date(this.#now()).toISOString() }));
    this.evaluate();
  }
}

/** Parses the time of consent; NaN for anything else, which then counts as expired. */
function readGivenAt(stored: string | null): number {
  try {
    const { allow, date } = JSON.parse(stored ?? 'null') as { allow?: unknown; date?: unknown };
    return allow === true && typeof date === 'string' ? Date.parse(date) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
