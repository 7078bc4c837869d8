/** A call that the server refused, or that did not reach it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status HTTP status; 0 when there was no answer.
   * @param message The server's sentence, in the language that the page spoke when it came.
   * @param body The body as it came, for the calls whose refusal is JSON.
   */
  constructor(
    readonly status: number,
    message: string,
    readonly body = '',
  ) {
    super(message);
  }

  /** Whether the token or the login was not accepted. */
  get isUnauthorized(): boolean {
    return this.status === 401;
  }
}
