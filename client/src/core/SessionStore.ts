import { makeAutoObservable, observableRef, runInAction, when } from 'mobx';
import type { SessionInfo } from '../net/api';
import type { KeyValueStorage } from '../platform/storage';

/** The delays before a failed check is repeated, in milliseconds. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [1000, 30_000];

/** The visitor's session, checked once when the page loads, or until the check has an answer. */
export class SessionStore {
  token: string | null;
  /** Null for a guest, and until the check has an answer. */
  info: SessionInfo | null = null;
  isChecking = false;
  #recheck: Promise<boolean> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #delay = FIRST_RETRY_MS;

  readonly #owner: (token: string) => Promise<SessionInfo>;
  readonly #storage: KeyValueStorage;
  readonly #onRetry: (check: Promise<boolean>) => void;

  /**
   * @param owner Fetches the owner of a token.
   * @param onRetry Receives a check that is repeated because the one before had no answer.
   */
  constructor(
    owner: (token: string) => Promise<SessionInfo>,
    storage: KeyValueStorage,
    onRetry: (check: Promise<boolean>) => void = () => {},
  ) {
    this.#owner = owner;
    this.#storage = storage;
    this.#onRetry = onRetry;
    this.token = storage.get('token');
    this.isChecking = this.token !== null;
    makeAutoObservable(this, { info: observableRef });
  }

  get isLoggedIn(): boolean {
    return this.info !== null;
  }

  get username(): string | null {
    return this.info?.username ?? null;
  }

  /**
   * Checks the token with the server, and removes it if it is no longer valid. The current user stays on the page until
   * then. Resolves to true if the session has ended.
   */
  async check(): Promise<boolean> {
    const { token } = this;
    clearTimeout(this.#retry);
    if (token === null) return false;
    this.isChecking = this.info === null;
    try {
      const info = await this.#owner(token);
      this.#delay = FIRST_RETRY_MS;
      return runInAction(() => {
        // The visitor may have logged out in the meantime, or in to another account.
        if (this.token !== token) return false;
        if (info.loggedin) this.info = info;
        else this.forget();
        return !info.loggedin;
      });
    } catch (error) {
      // Without an answer the token may still be valid: it is kept, and the visitor counts as a guest for now.
      console.error('the login check failed', error);
      if (this.token === token && this.info === null) this.retryLater();
      return false;
    } finally {
      runInAction(() => {
        if (this.token === token || this.token === null) this.isChecking = false;
      });
    }
  }

  private retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#onRetry(this.check()), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_RETRY_MS);
  }

  /**
   * Checks the token after a call with it was refused; simultaneous refusals share one check. The refusal alone ends no
   * session, because its token may have been replaced in the meantime. Resolves as `check` does.
   */
  async recheck(): Promise<boolean> {
    // The check under way already reports the end of the session.
    if (this.isChecking) return when(() => !this.isChecking).then(() => false);
    this.#recheck ??= this.check().finally(() => {
      this.#recheck = null;
    });
    return this.#recheck;
  }

  /** Stores the token of a login or signup, and fetches its owner. */
  async enter(token: string): Promise<void> {
    this.token = token;
    this.#storage.set('token', token);
    await this.check();
  }

  /**
   * Adopts the token after a login or logout in another window, possibly of another account. Resolves to true if the
   * session has ended.
   */
  async follow(): Promise<boolean> {
    const token = this.#storage.get('token');
    if (token === this.token) return false;
    this.token = token;
    this.info = null;
    return token === null || this.check();
  }

  /** Removes the token, on logout or because it is no longer valid. */
  forget(): void {
    this.token = null;
    this.info = null;
    this.#storage.remove('token');
  }
}
