import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '../net/ApiClient';
import { ApiError, isFinal } from '../net/ApiError';
import type { PracticeResult } from '../net/api';
import type { KeyValueStorage } from '../platform/storage';

/** The name of the query whose answer saved results change. */
export const PRACTICE_STATS_KEY = 'practiceStats';

/** A result and the account whose it is. */
interface Entry {
  account: string;
  result: PracticeResult;
}

/**
 * The most characters of JSON that are kept: the browser's storage has space for about five million. These are more
 * than two thousand runs of half a minute. Beyond it, the oldest results are dropped.
 */
const KEPT_CHARACTERS = 4_000_000;

/** The time for which results are kept, in milliseconds: a year. Their account may be gone for good. */
const KEPT_MS = 365 * 24 * 3_600_000;

/** The delays before results are sent again, in milliseconds. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [1000, 30_000];

/**
 * The practice results that are not saved yet, of every account that was used on this device. They are stored before
 * they are sent, and removed once they are saved or refused for good. The server saves a result once, even if it is
 * sent again because its answer was lost.
 */
export class UnsavedResults {
  /** The results of all accounts that waited before the delivery under way. */
  waiting: readonly Entry[];

  readonly #api: ApiClient;
  readonly #storage: KeyValueStorage;
  readonly #onSaved: () => Promise<void>;
  /** Resolves to the errors of refused results, by the date of the result. */
  #delivery: Promise<ReadonlyMap<string, Error>> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #delay = FIRST_RETRY_MS;

  /** @param onSaved Called when results have been saved. */
  constructor(api: ApiClient, storage: KeyValueStorage, onSaved: () => Promise<void>) {
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
  async save(result: PracticeResult): Promise<void> {
    const { token } = this.#api;
    if (token === null) return;
    this.#store(newest([...this.#stored(), { account: accountOf(token), result }]));
    const refusal = (await this.deliver()).get(result.date);
    if (refusal) throw refusal;
  }

  /** Sends the results of the current account, the oldest first. */
  deliver(): Promise<ReadonlyMap<string, Error>> {
    clearTimeout(this.#timer);
    this.#delivery ??= this.sendAll();
    return this.#delivery;
  }

  private async sendAll(): Promise<ReadonlyMap<string, Error>> {
    // So that `#delivery` is set before it is reset below.
    await Promise.resolve();
    const refused = new Map<string, Error>();
    let hasSaved = false;
    let isAway = false;
    for (let next = this.#next(); next && !isAway; next = this.#next()) {
      const { result } = next;
      try {
        await this.#api.postAsUser('/api/singleplayer', result);
        hasSaved = true;
      } catch (error) {
        isAway = !isRefused(error);
        if (!isAway) refused.set(result.date, error as Error);
      }
      if (!isAway) this.#store(this.#stored().filter((entry) => entry.result.date !== result.date));
    }
    runInAction(() => {
      this.#delivery = null;
      this.waiting = this.#stored();
      this.#delay = isAway ? Math.min(this.#delay * 2, LONGEST_RETRY_MS) : FIRST_RETRY_MS;
      if (isAway) this.#timer = setTimeout(() => void this.deliver(), this.#delay / 2);
    });
    if (hasSaved) await this.#onSaved();
    return refused;
  }

  /** The oldest result of the current account. */
  #next(): Entry | undefined {
    return this.#ofUser(this.#stored())[0];
  }

  /** Returns the `entries` of the current account; none for a guest. */
  #ofUser(entries: readonly Entry[]): readonly Entry[] {
    const { token } = this.#api;
    return token === null ? [] : entries.filter(({ account }) => account === accountOf(token));
  }

  #stored(): Entry[] {
    try {
      const entries: unknown = JSON.parse(this.#storage.get('practices') ?? '[]');
      return Array.isArray(entries) ? entries.filter(isEntry).filter(isRecent) : [];
    } catch {
      return [];
    }
  }

  #store(entries: readonly Entry[]): void {
    if (entries.length === 0) this.#storage.remove('practices');
    else this.#storage.set('practices', JSON.stringify(entries));
  }
}

/** Returns the newest of `entries` that fit into the browser's storage. */
function newest(entries: readonly Entry[]): readonly Entry[] {
  let left = KEPT_CHARACTERS;
  const lastDropped = entries.findLastIndex((entry) => {
    left -= JSON.stringify(entry).length;
    return left < 0;
  });
  return entries.slice(lastDropped + 1);
}

/**
 * Returns true if the api refused the result for good. Whatever stands in front of the site refuses without a code, and a
 * result whose session is over waits for the next login to its account.
 */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.code !== undefined && isFinal(error) && !error.isUnauthorized;
}

/** The account of a token: its claim `sub`, which a new name, password or login does not change. */
export function accountOf(token: string): string {
  try {
    const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    return String(JSON.parse(atob(claims ?? '')).sub);
  } catch {
    return token;
  }
}

/** Other scripts and older pages use the same storage. */
function isEntry(entry: Entry | null): entry is Entry {
  return typeof entry?.account === 'string' && typeof entry.result?.date === 'string';
}

/** By this device's clock, as the date of the result is. */
function isRecent({ result }: Entry): boolean {
  return !(Date.now() - Date.parse(result.date) > KEPT_MS);
}
