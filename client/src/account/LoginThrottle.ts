import { makeAutoObservable, runInAction } from 'mobx';
import type { KeyValueStorage } from '../platform/storage';

/** Number of failed logins that block the next one. */
const ATTEMPTS = 3;

/** Duration of the block, in milliseconds. */
export const LOCKOUT_MS = 10_000;

/** Blocks the login button for a while after too many failed logins, across reloads. */
export class LoginThrottle {
  private blockedUntil: number;
  private wrong: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  isBlocked = false;

  readonly #storage: KeyValueStorage;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
    this.blockedUntil = number(storage.get('wait'));
    this.wrong = number(storage.get('wrong'));
    makeAutoObservable(this);
    this.blockWhileDue();
  }

  /** Counts a login that failed with status 401. */
  failed(): void {
    this.wrong += 1;
    if (this.wrong >= ATTEMPTS) {
      this.wrong = 0;
      this.blockedUntil = Date.now() + LOCKOUT_MS;
      this.#storage.set('wait', String(this.blockedUntil));
      this.blockWhileDue();
    }
    this.#storage.set('wrong', String(this.wrong));
  }

  /** Forgets failed logins. */
  succeeded(): void {
    this.wrong = 0;
    this.#storage.remove('wrong');
  }

  private blockWhileDue(): void {
    // If the end is further away than one lockout, the clock was set back.
    const left = Math.min(this.blockedUntil - Date.now(), LOCKOUT_MS);
    if (left <= 0) return;
    this.isBlocked = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      runInAction(() => {
        this.isBlocked = false;
      });
      this.#storage.remove('wait');
    }, left);
  }
}

function number(stored: string | null): number {
  const value = Number(stored);
  return Number.isFinite(value) ? value : 0;
}
