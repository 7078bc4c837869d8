import { action, makeAutoObservable, observableRef } from 'mobx';
import { withRetries } from '../net/retries';

/** The time for which an unused answer is kept. */
const UNUSED_LIFETIME_MS = 5 * 60 * 1000;

/** A request and its key. */
export interface QueryOptions<Data> {
  /** The name of the query, then everything else that its answer depends on. */
  key: readonly (string | null)[];
  fetch: () => Promise<Data>;
  /** False for an answer that `renew` must not replace while it is shown. */
  isRenewed?: boolean;
}

/** The server's answer to a request. The last one stays until the next has arrived. */
export class Query<Data> {
  data: Data | undefined = undefined;
  /** The error of the last fetch, once all retries have failed; removed with the last use. */
  error: Error | null = null;
  /** The fetch whose answer counts. */
  #fetch: Promise<Data> | null = null;
  #nUsers = 0;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  readonly #onExpired: () => void;

  constructor(
    readonly options: QueryOptions<Data>,
    onExpired: () => void,
  ) {
    this.#onExpired = onExpired;
    makeAutoObservable(
      this,
      { data: observableRef, error: observableRef, options: false, isUsed: false },
      { autoBind: true },
    );
  }

  get isUsed(): boolean {
    return this.#nUsers > 0;
  }

  /** Fetches the answer, and keeps it for five minutes after its last use. Returns a function that ends this use. */
  use(): () => void {
    this.#nUsers += 1;
    clearTimeout(this.#expiry);
    this.fetchIfIdle();
    return action(() => {
      this.#nUsers -= 1;
      if (this.isUsed) return;
      this.error = null;
      this.#expiry = setTimeout(this.#onExpired, UNUSED_LIFETIME_MS);
    });
  }

  /** Fetches the answer unless a fetch is under way. */
  fetchIfIdle(): void {
    if (!this.#fetch) void this.refetch();
  }

  /** Fetches the answer. An earlier fetch no longer counts, because its answer may be older. Never rejects. */
  async refetch(): Promise<void> {
    if (this.data === undefined) this.error = null;
    const fetch: Promise<Data> = withRetries(this.options.fetch, () => this.isUsed && this.#fetch === fetch);
    this.#fetch = fetch;
    try {
      const data = await fetch;
      if (this.#fetch === fetch) this.set(data);
    } catch (error) {
      if (this.#fetch === fetch) this.fail(error as Error);
    }
  }

  /** Replaces the answer. */
  set(data: Data): void {
    this.#fetch = null;
    this.data = data;
    this.error = null;
  }

  private fail(error: Error): void {
    this.#fetch = null;
    if (this.isUsed) this.error = error;
  }
}

/** The server's answers that the page shows or has recently shown. */
export class QueryCache {
  readonly #queries = new Map<string, Query<unknown>>();

  get<Data>(options: QueryOptions<Data>): Query<Data> {
    const key = JSON.stringify(options.key);
    const kept = this.#queries.get(key) as Query<Data> | undefined;
    if (kept) return kept;
    const query: Query<Data> = new Query(options, () => {
      if (this.#queries.get(key) === query) this.#queries.delete(key);
    });
    this.#queries.set(key, query as Query<unknown>);
    return query;
  }

  /** Fetches the used queries of this name again, and drops the unused ones. Resolves once all answers are in. */
  async refetch(name: string): Promise<void> {
    const named = [...this.#queries].filter(([, { options }]) => options.key[0] === name);
    await Promise.all(named.map(([key, query]) => (query.isUsed ? query.refetch() : this.#queries.delete(key))));
  }

  /** Fetches all used queries that may be out of date, because the visitor or the network is back. */
  renew(): void {
    for (const query of this.used()) if (query.options.isRenewed !== false) query.fetchIfIdle();
  }

  /** Fetches the used queries that have failed. */
  retryFailed(): void {
    for (const query of this.used()) if (query.error) query.fetchIfIdle();
  }

  private used(): Query<unknown>[] {
    return [...this.#queries.values()].filter(({ isUsed }) => isUsed);
  }
}
