import { makeAutoObservable, runInAction, when } from 'mobx';

const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

/** The connection to the server. While it is lost, the server is checked at growing intervals. */
export class ConnectionStore {
  isLost = false;
  /** True while a retry is pending. */
  isTrying = false;
  #wait = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #ask: () => Promise<unknown>;

  /** @param ask Resolves when the server answers. */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
    makeAutoObservable(this);
  }

  /** Reports a request without an answer. */
  markLost(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.#wait = FIRST_RETRY_MS;
    this.tryLater();
  }

  /** Reports an answered request. */
  markReachable(): void {
    if (!this.isLost) return;
    this.isLost = false;
    clearTimeout(this.#timer);
  }

  /** Returns whether the server answers now. */
  async check(): Promise<boolean> {
    const isThere = await this.ping();
    if (isThere) this.markReachable();
    else this.markLost();
    return isThere;
  }

  /** Resolves when the server answers again; at once unless the connection is lost. */
  whenReachable(): Promise<void> {
    return when(() => !this.isLost);
  }

  /** Checks the server now if the connection is lost. */
  async retry(): Promise<void> {
    if (!this.isLost || this.isTrying) return;
    this.isTrying = true;
    clearTimeout(this.#timer);
    const isThere = await this.ping();
    runInAction(() => {
      this.isTrying = false;
      if (isThere) this.markReachable();
      else if (this.isLost) this.tryLater();
    });
  }

  private ping(): Promise<boolean> {
    return this.#ask().then(
      () => true,
      () => false,
    );
  }

  private tryLater(): void {
    this.#timer = setTimeout(() => void this.retry(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_RETRY_MS);
  }
}
