import type { Strings } from '../strings';
import { ApiError } from './ApiError';
import type {
  AnswerOf,
  BodyOf,
  FormOf,
  LeaderboardType,
  NewSkin,
  PaidOrder,
  PasswordChange,
  PasswordReset,
  Path,
  PracticeResult,
  SignupForm,
  Text,
  TextSuggestion,
} from './api';
import { ERROR_HEADER, readErrorHeader } from './serverError';

/** The api of the product, one method per call. Failures are {@link ApiError}s with a sentence for people. */
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

  private get identity(): { token?: string } {
    return this.token === null ? {} : { token: this.token };
  }

  isLoggedIn(token: string) {
    return this.post('/api/isloggedin', { token });
  }

  signup(form: SignupForm) {
    return this.post('/api/signup', form);
  }

  login(email: string, password: string) {
    return this.post('/api/login', { email, password });
  }

  /** A room to race in; `after` is the room whose racers race again. */
  openRoom(after?: string) {
    return this.postAs('/api/multiplayer', { after });
  }

  /** Takes a seat in a room. */
  play(code: string) {
    return this.postAs('/api/play', { code });
  }

  leaderboard(type: LeaderboardType) {
    return this.post('/api/leaderboard', { type });
  }

  /** For the racers themselves, the answer has their skins, too. */
  stats(username: string) {
    return this.post('/api/getstats', { username, ...this.identity });
  }

  /** Unlocks the skin that is hidden behind a link; answers its name when it is new. The request outlives the page. */
  unlockSkin(skin: string) {
    return this.postAs('/api/unlockskin', { skin }, { keepalive: true });
  }

  /** A text to practise; the only call that is a GET. */
  text(): Promise<Text> {
    return this.request('/api/gettext', { cache: 'no-store' });
  }

  savePractice(result: PracticeResult) {
    return this.postAs('/api/singleplayer', result);
  }

  practiceStats() {
    return this.postAs('/api/singleplayer/stats', {});
  }

  verify(username: string, code: string) {
    return this.post('/api/account/verify', { username, code });
  }

  /** Sends the verification mail once more. */
  verifyAnother() {
    return this.postAs('/api/account/verifyanother', {});
  }

  forgot(email: string) {
    return this.post('/api/account/forgot', { email });
  }

  reset(form: PasswordReset) {
    return this.post('/api/account/reset', form);
  }

  /** Earlier tokens become invalid; the answer has the new one. */
  changePassword(form: PasswordChange) {
    return this.postAs('/api/account/changepassword', form);
  }

  changeEmail(email: string, password: string) {
    return this.postAs('/api/account/changeemail', { email, password });
  }

  changeUsername(username: string) {
    return this.postAs('/api/changeusername', { username });
  }

  /** Two letters (ISO 3166-1), or empty for none. */
  changeCountry(country: string) {
    return this.postAs('/api/changecountry', { country });
  }

  deleteAccount(confirmationText: string) {
    return this.postAs('/api/deleteaccount', { confirmationText });
  }

  /** Puts on a skin that the user owns. */
  changeSkin(skin: string) {
    return this.postAs('/api/changeskin', { skin });
  }

  /** For a user, the answer tells which skins they own. */
  shop() {
    return this.post('/api/shop/getShop', this.identity);
  }

  /** Returns the address where the buyer pays. */
  buy(skin: string) {
    return this.postAs('/api/shop/buy', { skin });
  }

  /** Completes a payment that the buyer agreed to; asked again, the answer is the same. */
  completePurchase(order: PaidOrder) {
    return this.postAs('/api/shop/success', order);
  }

  feedback(feedback: string) {
    return this.postAs('/api/feedback', { feedback });
  }

  suggestText(suggestion: TextSuggestion) {
    return this.postAs('/api/textrequest', suggestion);
  }

  /** Admins only; 403 otherwise. */
  admin() {
    return this.postAs('/api/admin', {});
  }

  addSkin(skin: NewSkin) {
    return this.postAs('/api/admin/addskin', skin);
  }

  textRequests() {
    return this.postAs('/api/admin/gettextrequests', {});
  }

  /** Lets racers type a suggestion, as the admin edited it. */
  approveTextRequest(id: number, edited: { text: string; author: string }) {
    return this.postAs('/api/admin/approvetextrequest', { id, ...edited });
  }

  rejectTextRequest(id: number, reason: string) {
    return this.postAs('/api/admin/rejecttextrequest', { id, reason });
  }

  /** A call for users only; without a session the server refuses it. */
  private postAs<P extends Path>(path: P, form: FormOf<P>, options?: RequestInit) {
    return this.post(path, { token: this.token ?? '', ...form } as BodyOf<P>, options);
  }

  private async post<P extends Path>(path: P, payload: BodyOf<P>, options: RequestInit = {}): Promise<AnswerOf<P>> {
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
