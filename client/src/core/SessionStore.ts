import { type QueryClient, type QueryKey, QueryObserver, type QueryObserverResult } from '@tanstack/react-query';
import { makeAutoObservable, observableRef } from 'mobx';
import type { SessionInfo } from '../net/api';
import { type KeyValueStorage, PERSONAL_KEYS } from '../platform/storage';
import { accountOf } from './accountOf';
import { refresh } from './queryClient';

const SESSION = 'session';

/** The time after which a check that has failed is repeated, in milliseconds; at once if the server comes back. */
const REPEAT_MS = 30_000;

/** The visitor's session: a token, and the server's answer about it, which is a query. */
export class SessionStore {
  token: string | null;
  /** The check of the token. */
  private checked: QueryObserverResult<SessionInfo>;

  readonly #queries: QueryClient;
  readonly #owner: (token: string) => Promise<SessionInfo>;
  readonly #storage: KeyValueStorage;
  readonly #onOver: () => void;
  readonly #observer: QueryObserver<SessionInfo>;

  /**
   * @param owner Fetches the owner of a token.
   * @param onOver Called when a check finds the session over.
   */
  constructor(
    queries: QueryClient,
    owner: (token: string) => Promise<SessionInfo>,
    storage: KeyValueStorage,
    onOver: () => void,
  ) {
    this.#queries = queries;
    this.#owner = owner;
    this.#storage = storage;
    this.#onOver = onOver;
    this.token = storage.get('token');
    this.#observer = new QueryObserver(queries, this.#query());
    this.checked = this.#observer.getCurrentResult();
    makeAutoObservable<this, 'checked'>(this, { checked: observableRef });
  }

  /** Null for a guest, and until the check has an answer. */
  get info(): SessionInfo | null {
    return this.checked.data?.loggedin ? this.checked.data : null;
  }

  get isLoggedIn(): boolean {
    return this.info !== null;
  }

  get username(): string | null {
    return this.info?.username ?? null;
  }

  /** True until the first check of the token has succeeded or failed. Then the visitor counts as a guest for now. */
  get isChecking(): boolean {
    return this.token !== null && this.checked.isPending && this.checked.failureCount === 0;
  }

  /** Checks the stored token, and keeps it until the server refuses it. */
  start(): void {
    this.#observer.subscribe((checked) => this.adopt(checked));
  }

  /** Checks the token again after a change to what the check says. Resolves once it has an answer, or all retries failed. */
  check(): Promise<void> {
    return refresh(this.#queries, [SESSION]);
  }

  /**
   * Checks the token after a call with it was refused; simultaneous refusals share one check. The refusal alone ends no
   * session, because its token may have been replaced in the meantime.
   */
  async recheck(): Promise<void> {
    if (this.token !== null) await this.#observer.refetch({ cancelRefetch: false });
  }

  /** Stores the token of a login or signup, and fetches its owner. */
  async enter(token: string): Promise<void> {
    // After a change of the password, the user stays on the page during the check.
    if (this.info) this.#queries.setQueryData<SessionInfo>(keyOf(token), this.info);
    this.#store(token);
    this.use(token);
    await this.recheck();
  }

  /**
   * Adopts the token after a login or logout in another window, possibly of another account. Returns true if the session
   * has ended.
   */
  follow(): boolean {
    const token = this.#storage.get('token');
    if (token === this.token) return false;
    this.use(token);
    return token === null;
  }

  /** Removes the token, on logout or because it is no longer valid. */
  forget(): void {
    this.#store(null);
    this.use(null);
  }

  /**
   * Stores a token for all windows. What practice has kept on the device would be shown to the next user, and goes; it
   * stays with a new token of the same one.
   */
  #store(token: string | null): void {
    const before = this.#storage.get('token');
    if (before !== null && (token === null || accountOf(token) !== accountOf(before)))
      for (const key of PERSONAL_KEYS) this.#storage.remove(key);
    if (token === null) this.#storage.remove('token');
    else this.#storage.set('token', token);
  }

  private use(token: string | null): void {
    this.token = token;
    this.#observer.setOptions(this.#query());
  }

  private adopt(checked: QueryObserverResult<SessionInfo>): void {
    this.checked = checked;
    if (checked.data?.loggedin !== false) return;
    // Another window may have logged in since.
    if (this.#storage.get('token') === this.token) this.forget();
    else this.follow();
    if (this.token === null) this.#onOver();
  }

  #query() {
    const { token } = this;
    return {
      queryKey: keyOf(token),
      queryFn: () => this.#owner(token ?? ''),
      enabled: token !== null,
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? REPEAT_MS : false),
    };
  }
}

function keyOf(token: string | null): QueryKey {
  return [SESSION, token];
}
