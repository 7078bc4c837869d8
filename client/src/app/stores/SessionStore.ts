import { makeAutoObservable, observableRef, runInAction, when } from 'mobx';
import type { SessionInfo } from '../../net/api';
import type { KeyValueStorage } from '../../platform/storage';

/** The visitor's session, checked once when the page loads. */
export class SessionStore {
  token: string | null;
  /** Null for a guest, and until the check is answered. */
  info: SessionInfo | null = null;
  isChecking = false;
  #doubt: Promise<boolean> | null = null;

  readonly #owner: (token: string) => Promise<SessionInfo>;
  readonly #storage: KeyValueStorage;

  /** @param owner Asks the server whom a token belongs to. */
  constructor(owner: (token: string) => Promise<SessionInfo>, storage: KeyValueStorage) {
    this.#owner = owner;
    this.#storage = storage;
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
   * Asks whom the stored token belongs to. A token that is good no longer is forgotten. Asked again, what is known stays
   * on the page until the answer is here. Answers whether the session is over by it.
   */
  async check(): Promise<boolean> {
    const { token } = this;
    if (token === null) return false;
    this.isChecking = this.info === null;
    try {
      const info = await this.#owner(token);
      return runInAction(() => {
        // Meanwhile somebody may have logged out, or in as somebody else.
        if (this.token !== token) return false;
        if (info.loggedin) this.info = info;
        else this.forget();
        return !info.loggedin;
      });
    } catch (error) {
      // The token may still be good: without an answer it is kept, and the visitor seen as a guest for now.
      console.error('the login check failed', error);
      return false;
    } finally {
      runInAction(() => {
        if (this.token === token || this.token === null) this.isChecking = false;
      });
    }
  }

  /**
   * A call with the token was refused: whether it is good still is asked once, however many calls are refused at a time.
   * The refusal itself logs nobody out: it may be of a token that was replaced meanwhile. All are answered as by `check`.
   */
  async doubt(): Promise<boolean> {
    // The check under way tells by itself that the session is over.
    if (this.isChecking) return when(() => !this.isChecking).then(() => false);
    this.#doubt ??= this.check().finally(() => {
      this.#doubt = null;
    });
    return this.#doubt;
  }

  /** Takes the token of a login or signup, and asks whose it is. */
  async enter(token: string): Promise<void> {
    this.token = token;
    this.#storage.set('token', token);
    await this.check();
  }

  /**
   * Takes over the token when another window has logged in, also as somebody else, or out. Returns whether the session
   * has ended by it.
   */
  async follow(): Promise<boolean> {
    const token = this.#storage.get('token');
    if (token === this.token) return false;
    this.token = token;
    this.info = null;
    return token === null || this.check();
  }

  /** Removes the token: by logging out, or because the server refused it. */
  forget(): void {
    this.token = null;
    this.info = null;
    this.#storage.remove('token');
  }
}
