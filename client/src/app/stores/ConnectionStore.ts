import { makeAutoObservable, runInAction, when } from 'mobx';

const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

/** The connection to the server. While it is lost, the server is asked again and again, at growing intervals. */
export class ConnectionStore {
  isLost = false;
  /** True while the server is being asked. */
  isTrying = false;
  #wait = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #ask: () => Promise<unknown>;
  readonly #onBack: () => void;

  /**
   * @param ask Resolves when the server answers.
   * @param onBack What to do when it answers again.
   */
  constructor(ask: () => Promise<unknown>, onBack: () => void) {
    this.#ask = ask;
    this.#onBack = onBack;
    makeAutoObservable(this);
  }

  /** A request got no answer. */
  lose(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.#wait = FIRST_RETRY_MS;
    this.tryLater();
  }

  /** A request was answered. */
  reach(): void {
    if (!this.isLost) return;
    this.isLost = false;
    clearTimeout(this.#timer);
    this.#onBack();
  }

  /** Asks whether the server answers now. */
  async check(): Promise<boolean> {
    const isThere = await this.answers();
    if (isThere) this.reach();
    else this.lose();
    return isThere;
  }

  /** Resolves when the server answers again; at once unless it is known to be away. */
  back(): Promise<void> {
    return when(() => !this.isLost);
  }

  /** Asks now. */
  async retry(): Promise<void> {
    if (!this.isLost || this.isTrying) return;
    this.isTrying = true;
    clearTimeout(this.#timer);
    const isThere = await this.answers();
    runInAction(() => {
      this.isTrying = false;
      if (isThere) this.reach();
      else if (this.isLost) this.tryLater();
    });
  }

  private answers(): Promise<boolean> {
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
