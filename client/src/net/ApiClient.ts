import { ApiError } from './ApiError';
import type { AnswerOf, BodyOf, FormOf, Path } from './api';
import { ERROR_HEADER, readError, UNREACHABLE } from './serverError';

/** The calls of the api. They fail with an {@link ApiError}. */
export class ApiClient {
  /**
   * @param session Returns the visitor's token; null for a guest.
   * @param onTokenRefused Called when the server refuses the token of a call.
   * @param send Sends a request; tests pass a fake.
   */
  constructor(
    private readonly session: () => string | null,
    private readonly onTokenRefused: () => void,
    private readonly send: typeof fetch = (...request) => fetch(...request),
  ) {}

  /** The session's token. Queries whose answers depend on it have it in their keys. */
  get token(): string | null {
    return this.session();
  }

  /** The token if there is one, for calls that guests may make but that return more to users. */
  get identity(): { token?: string } {
    return this.token === null ? {} : { token: this.token };
  }

  /** One of the calls that are a GET. */
  get<Answer>(path: string, options: RequestInit = {}): Promise<Answer> {
    return this.request(path, { ...options, cache: 'no-store' });
  }

  /** A call for users only; without a session the server refuses it. */
  postAsUser<P extends Path>(path: P, form: FormOf<P>, options?: RequestInit) {
    return this.post(path, { token: this.token ?? '', ...form } as BodyOf<P>, options);
  }

  async post<P extends Path>(path: P, payload: BodyOf<P>, options: RequestInit = {}): Promise<AnswerOf<P>> {
    try {
      return await this.request(path, {
        ...options,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(payload),
      });
    } catch (error) {
      // Without a token in the payload, the password was wrong.
      if (error instanceof ApiError && error.isUnauthorized && 'token' in payload) this.onTokenRefused();
      throw error;
    }
  }

  private async request<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const response = await this.send(path, init).catch(() => {
      throw new ApiError(0, UNREACHABLE.reason, UNREACHABLE.code);
    });
    if (/zip|csv/.test(response.headers.get('content-type') ?? '')) return response.blob() as Answer;
    const body = await response.text();
    if (!response.ok) throw errorOf(response, body.trim());
    try {
      return JSON.parse(body) as Answer;
    } catch {
      throw new ApiError(response.status, 'The response is not JSON.', 'unreadable');
    }
  }
}

function errorOf({ status, headers }: Response, body: string): ApiError {
  // Never show JSON to people.
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const reason = isJson ? `The server returned an error (${status}).` : body;
  const header = headers.get(ERROR_HEADER);
  if (header !== null) {
    const error = readError(header, reason);
    return new ApiError(status, error.reason, error.code, error.values, error.others);
  }
  return reason === ''
    ? new ApiError(status, reason, 'status', { status: String(status) })
    : new ApiError(status, reason);
}
