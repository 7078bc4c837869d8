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
    const givenAt = read(this.#storage.get('cookies'));
    this.isGiven = givenAt !== null && this.#now() - givenAt < CONSENT_VALIDITY_MS;
  }

  give(): void {
    this.#storage.set('cookies', JSON.stringify({ allow: true, date: new Date(this.#now()).toISOString() }));
    this.evaluate();
  }
}

/** Reads the time of consent; null for none, or for something else. */
function read(stored: string | null): number | null {
  if (stored === null) return null;
  try {
    const consent: unknown = JSON.parse(stored);
    if (typeof consent !== 'object' || consent === null) return null;
    const { allow, date } = consent as { allow?: unknown; date?: unknown };
    if (allow !== true || typeof date !== 'string') return null;
    const givenAt = Date.parse(date);
    return Number.isNaN(givenAt) ? null : givenAt;
  } catch {
    return null;
  }
}
