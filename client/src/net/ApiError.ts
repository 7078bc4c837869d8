import type { ServerError } from './serverError';

/** The error of a call that the server refused or that did not reach it. */
export class ApiError extends Error implements ServerError {
  override readonly name = 'ApiError';

  /**
   * @param status HTTP status; 0 when there was no answer.
   * @param code Missing if the answer is not the api's.
   */
  constructor(
    readonly status: number,
    readonly reason: string,
    readonly code?: ServerError['code'],
    readonly values?: ServerError['values'],
    readonly others?: ServerError['others'],
  ) {
    super(reason);
  }

  /** True if the token or the login was not accepted. */
  get isUnauthorized(): boolean {
    return this.status === 401;
  }
}
