import type { Strings } from '../strings';
import { ApiError } from './ApiError';
import type { AnswerOf, BodyOf, FormOf, Path, Text } from './api';
import { ERROR_HEADER, readErrorHeader } from './serverError';

/** Makes the calls of the api. Failures are {@link ApiError}s with a sentence for people. */
export class ApiClient {
  /**
   * @param words What failures are called in the language of the page.
   * @param session Reads the token of the visitor, null for a guest.
   * @param onTokenRefused Told when a call with a token was answered that nobody is logged in by it.
   * @param send How requests leave; tests hand in their own.
   */
  constructor(
    private readonly words: () => Strings['errors'],
    private readonly session: () => string | null,
    private readonly onTokenRefused: () => void,
    private readonly send: typeof fetch = (...request) => fetch(...request),
  ) {}

  /** The session's token: what is kept of answers to it is kept under it. */
  get token(): string | null {
    return this.session();
  }

  /** The token where there is one: for calls that everybody may make, and that tell users more. */
  get identity(): { token?: string } {
    return this.token === null ? {} : { token: this.token };
  }

  /** A text to practice; the only call that is a GET. */
  text(): Promise<Text> {
    return this.request('/api/gettext', { cache: 'no-store' });
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
      // Without a token it was a password that was wrong.
      if (error instanceof ApiError && error.isUnauthorized && 'token' in payload) this.onTokenRefused();
      throw error;
    }
  }

  private async request<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const response = await this.send(path, init).catch(() => {
      throw new ApiError(0, this.words().unreachable);
    });
    const body = await response.text();
    if (!response.ok) throw await this.refusal(response, body.trim());
    try {
      return JSON.parse(body) as Answer;
    } catch {
      throw new ApiError(response.status, this.words().unreadable);
    }
  }

  private async refusal({ status, headers }: Response, reason: string): Promise<ApiError> {
    const words = this.words();
    const header = headers.get(ERROR_HEADER);
    if (header === null) return new ApiError(status, reason === '' ? words.status(status) : reason);
    const error = readErrorHeader(header);
    return new ApiError(status, await words.textOf({ ...error, reason }), error.code);
  }
}
