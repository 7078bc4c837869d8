import { ApiError } from './ApiError';

/** The delays before a failed query is sent again, in milliseconds. */
const RETRY_DELAYS_MS = [1000, 2000, 4000];

/** Fetches an answer; retries a failed fetch three times, for as long as `isWanted` returns true. */
export async function withRetries<Data>(fetch: () => Promise<Data>, isWanted: () => boolean = () => true) {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await fetch();
    } catch (error) {
      if (isFinal(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (!isWanted()) throw error;
    }
  }
  return fetch();
}

/** Returns true for errors that a retry would not change, such as an unknown name or a missing right. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404, 409, 422].includes(error.status);
}
