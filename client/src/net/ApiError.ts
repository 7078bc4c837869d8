import type { ErrorCode } from './serverError';

/** The error of a call that the server refused or that did not reach it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status HTTP status; 0 when there was no answer.
   * @param message A sentence for people, in the language of the page.
   * @param code Missing if the answer is not the api's.
   */
  constructor(
    readonly status: number,
    message: string,
    readonly code?: ErrorCode,
  ) {
    super(message);
  }

  /** True if the token or the login was not accepted. */
  get isUnauthorized(): boolean {
    return this.status === 401;
  }
}
