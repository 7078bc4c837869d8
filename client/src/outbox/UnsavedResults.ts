import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { accountOf } from '../core/accountOf';
import type { ApiClient } from '../net/ApiClient';
import { ApiError, isFinal } from '../net/ApiError';
import type { KeyValueStorage, StorageKey } from '../platform/storage';

/** A result, identified by its date in ISO 8601. */
interface Dated {
  date: string;
}

/** A result and the account whose it is. */
interface Entry<Result> {
  account: string;
  result: Result;
}

/** A kind of results, each with its place in the storage and its call. */
export interface ResultKind<Result, Answer> {
  key: StorageKey;
  /**
   * The most characters of JSON that are kept: the browser's storage has space for about five million. Beyond it, the
   * oldest results are dropped.
   */
  keptCharacters: number;
  /** The time for which results are kept, in milliseconds. */
  keptMs: number;
  /** Returns whether a result may be sent now. */
  isDue(result: Result): boolean;
  send(api: ApiClient, result: Result): Promise<Answer>;
  /** Returns whether an answer says that the result is saved. What a network's portal answers does not. */
  isSaved(answer: Answer): boolean;
}

/** The delays before results are sent again, in milliseconds. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [1000, 30_000];

/**
 * The results of a kind that are not saved yet, of every account that was used on this device. They are stored before
 * they are sent, and removed once they are saved or refused for good. The server saves a result once, even if it is
 * sent again because its answer was lost.
 */
export class UnsavedResults<Result extends Dated, Answer> {
  /** The results of all accounts that waited before the delivery under way. */
  waiting: readonly Entry<Result>[];
  /** True if those outlast the page: the browser's storage may be forbidden or full. */
  isLasting = true;

  readonly #kind: ResultKind<Result, Answer>;
  readonly #api: ApiClient;
  readonly #storage: KeyValueStorage;
  readonly #onSaved: (answers: readonly Answer[]) => Promise<void> | void;
  /** Resolves to the errors of refused results, by the date of the result. */
  #delivery: Promise<ReadonlyMap<string, Error>> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #delay = FIRST_RETRY_MS;
  /** True if the results are stored so that they outlast the page. */
  #isStored = true;

  /** @param onSaved Called when results have been saved, with the answers. */
  constructor(
    kind: ResultKind<Result, Answer>,
    api: ApiClient,
    storage: KeyValueStorage,
    onSaved: (answers: readonly Answer[]) => Promise<void> | void,
  ) {
    this.#kind = kind;
    this.#api = api;
    this.#storage = storage;
    this.#onSaved = onSaved;
    this.waiting = this.#stored();
    // Without those that are too old.
    this.#store(this.waiting);
    makeAutoObservable(this, { waiting: observableRef });
  }

  /**
   * The number of results that wait: of the current account for a server that is away or busy; for a guest of any
   * account, for its next login.
   */
  get nWaiting(): number {
    return this.#api.token === null ? this.waiting.length : this.#ofUser(this.waiting).length;
  }

  /** Keeps a result of the current account until it is saved. Rejects if it is refused for good. */
  async save(result: Result): Promise<void> {
    if (this.#api.token === null) return;
    this.keep(result);
    const refusal = (await this.deliver()).get(result.date);
    if (refusal) throw refusal;
  }

  /** Keeps a result of the current account until it is delivered. */
  keep(result: Result): void {
    const { token } = this.#api;
    if (token !== null) this.#store(this.#newest([...this.#stored(), { account: accountOf(token), result }]));
  }

  /** Changes the results of the current account, or removes those for which `change` returns null. */
  change(change: (result: Result) => Result | null): void {
    const own = new Set(this.#ofUser(this.#stored()).map(({ result }) => result.date));
    const changed = this.#stored().flatMap((entry) => {
      const result = own.has(entry.result.date) ? change(entry.result) : entry.result;
      return result === null ? [] : [{ ...entry, result }];
    });
    this.#store(changed);
  }

  /** Removes the results of the account to which `token` belongs. */
  drop(token: string): void {
    const account = accountOf(token);
    this.#store(this.#stored().filter((entry) => entry.account !== account));
    this.waiting = this.#stored();
  }

  /** Sends the results of the current account that are due, the oldest first. */
  deliver(): Promise<ReadonlyMap<string, Error>> {
    clearTimeout(this.#timer);
    this.#delivery ??= this.sendAll();
    return this.#delivery;
  }

  private async sendAll(): Promise<ReadonlyMap<string, Error>> {
    // So that `#delivery` is set before it is reset below.
    await Promise.resolve();
    const refused = new Map<string, Error>();
    const answers: Answer[] = [];
    let isAway = false;
    for (let next = this.#next(); next && !isAway; next = this.#next()) {
      const { result } = next;
      try {
        const answer = await this.#kind.send(this.#api, result);
        if (!this.#kind.isSaved(answer)) throw new Error('The answer is not that of the api.');
        answers.push(answer);
      } catch (error) {
        isAway = !isRefused(error);
        if (!isAway) refused.set(result.date, error as Error);
      }
      if (!isAway) this.#store(this.#stored().filter((entry) => entry.result.date !== result.date));
    }
    runInAction(() => {
      this.#delivery = null;
      this.waiting = this.#stored();
      this.isLasting = this.#isStored;
      this.#delay = isAway ? Math.min(this.#delay * 2, LONGEST_RETRY_MS) : FIRST_RETRY_MS;
      if (isAway) this.#timer = setTimeout(() => void this.deliver(), this.#delay / 2);
    });
    if (answers.length > 0) await this.#onSaved(answers);
    return refused;
  }

  /** The oldest result of the current account that is due. */
  #next(): Entry<Result> | undefined {
    return this.#ofUser(this.#stored()).find(({ result }) => this.#kind.isDue(result));
  }

  /** Returns the `entries` of the current account; none for a guest. */
  #ofUser(entries: readonly Entry<Result>[]): readonly Entry<Result>[] {
    const { token } = this.#api;
    return token === null ? [] : entries.filter(({ account }) => account === accountOf(token));
  }

  #stored(): Entry<Result>[] {
    try {
      const entries: unknown = JSON.parse(this.#storage.get(this.#kind.key) ?? '[]');
      return Array.isArray(entries) ? entries.filter(isEntry<Result>).filter((entry) => this.#isRecent(entry)) : [];
    } catch {
      return [];
    }
  }

  #store(entries: readonly Entry<Result>[]): void {
    this.#isStored = entries.length === 0 || this.#storage.set(this.#kind.key, JSON.stringify(entries));
    if (entries.length === 0) this.#storage.remove(this.#kind.key);
  }

  /** Returns the newest of `entries` that fit into the browser's storage. */
  #newest(entries: readonly Entry<Result>[]): readonly Entry<Result>[] {
    let left = this.#kind.keptCharacters;
    const lastDropped = entries.findLastIndex((entry) => {
      left -= JSON.stringify(entry).length;
      return left < 0;
    });
    return entries.slice(lastDropped + 1);
  }

  /** By this device's clock, as the date of the result is. */
  #isRecent({ result }: Entry<Result>): boolean {
    return !(Date.now() - Date.parse(result.date) > this.#kind.keptMs);
  }
}

/** The codes of refusals that are about the page: a server of another release, or another address of the site, may agree. */
const OF_THE_PAGE: readonly ApiError['code'][] = ['unknown-call', 'foreign-page'];

/**
 * Returns true if the api refused the result for good. Whatever stands in front of the site refuses without a code, and a
 * result whose session is over waits for the next login to its account.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === undefined || error.isUnauthorized) return false;
  return isFinal(error) && !OF_THE_PAGE.includes(error.code);
}

/** Other scripts and older pages use the same storage. */
function isEntry<Result extends Dated>(entry: Entry<Result> | null): entry is Entry<Result> {
  return typeof entry?.account === 'string' && typeof entry.result?.date === 'string';
}
