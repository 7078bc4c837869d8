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

/** Returns true for errors that a retry would not change, such as an unknown name or a missing right. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404, 409, 422].includes(error.status);
}
