import { ApiError } from '../net/ApiError';

/** A request that can be sent ahead of its use. */
export interface Request<Data> {
  key: string;
  fetch: () => Promise<Data>;
  /** The time for which a prefetched answer can be used. */
  freshMs?: number;
}

/** The answers that were requested before they were needed. */
export class Prefetch {
  readonly #answers = new Map<string, { answer: Promise<unknown>; sentAt: number }>();

  /** Sends a request whose answer will be needed soon. */
  start<Data>({ key, fetch }: Request<Data>): void {
    const answer = fetch();
    // `take` reports the error.
    answer.catch(() => {});
    this.#answers.set(key, { answer, sentAt: Date.now() });
  }

  /** Returns the prefetched answer or refusal once; fetches now if there is none or it is stale. */
  async take<Data>({ key, fetch, freshMs = Number.POSITIVE_INFINITY }: Request<Data>): Promise<Data> {
    const kept = this.#answers.get(key);
    this.#answers.delete(key);
    if (!kept || Date.now() - kept.sentAt >= freshMs) return fetch();
    try {
      return (await kept.answer) as Data;
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0) throw error;
      return fetch();
    }
  }
}
