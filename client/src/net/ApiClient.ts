import type { Strings } from '../strings';
import { ApiError } from './ApiError';
import type {
  LeaderboardRow,
  LeaderboardType,
  NewSkin,
  OwnStats,
  PaidOrder,
  PasswordChange,
  PasswordReset,
  PracticeResult,
  PracticeStats,
  Purchase,
  Reward,
  SessionInfo,
  Shop,
  SignupForm,
  Text,
  TextRequest,
  TextSuggestion,
  TypingSeat,
  UserStats,
} from './api';

/** The api of the product, one method per call. Failures are {@link ApiError}s with a sentence for people. */
export class ApiClient {
  /**
   * @param words What failures are called in the language of the page.
   * @param onTokenRefused Told when a call with a token was answered that nobody is logged in by it.
   * @param send How requests leave; tests hand in their own.
   */
  constructor(
    private readonly words: () => Strings['errors'],
    private readonly onTokenRefused: () => void,
    private readonly send: typeof fetch = (...request) => fetch(...request),
  ) {}

  isLoggedIn(token: string): Promise<SessionInfo> {
    return this.post('/api/isloggedin', { token });
  }

  signup(form: SignupForm): Promise<{ token: string }> {
    return this.post('/api/signup', form);
  }

  login(email: string, password: string): Promise<{ token: string }> {
    return this.post('/api/login', { email, password });
  }

  /** A room to race in; `after` is the room whose racers race again. */
  openRoom(token: string, after?: string): Promise<{ code: string }> {
    return this.post('/api/multiplayer', after === undefined ? { token } : { token, after });
  }

  /** Takes a seat in a room. */
  play(token: string, code: string): Promise<TypingSeat> {
    return this.post('/api/play', { token, code });
  }

  leaderboard(type: LeaderboardType): Promise<{ data: LeaderboardRow[] }> {
    return this.post('/api/leaderboard', { type });
  }

  /** With the racer's own `token` the answer tells of their skins, too. */
  stats(username: string, token: string | null = null): Promise<UserStats | OwnStats> {
    return this.post('/api/getstats', token === null ? { username } : { username, token });
  }

  /** Takes the skin that is hidden behind a link; answers its name when it is new. Outlasts a page that is left. */
  unlockSkin(token: string, skin: string): Promise<Reward> {
    return this.post('/api/unlockskin', { token, skin }, { keepalive: true });
  }

  /** A text to practise; the only call that is a GET. */
  text(): Promise<Text> {
    return this.request('/api/gettext', { cache: 'no-store' });
  }

  savePractice(token: string, result: PracticeResult): Promise<unknown> {
    return this.post('/api/singleplayer', { token, ...result });
  }

  practiceStats(token: string): Promise<PracticeStats> {
    return this.post('/api/singleplayer/stats', { token });
  }

  verify(username: string, code: string): Promise<Reward> {
    return this.post('/api/account/verify', { username, code });
  }

  /** Sends the verification mail once more. */
  verifyAnother(token: string): Promise<unknown> {
    return this.post('/api/account/verifyanother', { token });
  }

  forgot(email: string): Promise<unknown> {
    return this.post('/api/account/forgot', { email });
  }

  reset(form: PasswordReset): Promise<unknown> {
    return this.post('/api/account/reset', form);
  }

  /** The tokens before are worthless; the answer's takes their place. */
  changePassword(token: string, form: PasswordChange): Promise<{ token: string }> {
    return this.post('/api/account/changepassword', { token, ...form });
  }

  changeEmail(token: string, email: string, password: string): Promise<unknown> {
    return this.post('/api/account/changeemail', { token, email, password });
  }

  changeUsername(token: string, username: string): Promise<unknown> {
    return this.post('/api/changeusername', { token, username });
  }

  /** Two letters (ISO 3166-1), or empty for none. */
  changeCountry(token: string, country: string): Promise<unknown> {
    return this.post('/api/changecountry', { token, country });
  }

  deleteAccount(token: string, confirmationText: string): Promise<unknown> {
    return this.post('/api/deleteaccount', { token, confirmationText });
  }

  /** Puts on a skin that the user owns. */
  changeSkin(token: string, skin: string): Promise<{ skin: string }> {
    return this.post('/api/changeskin', { token, skin });
  }

  /** With a `token` the answer tells what its user owns. */
  shop(token: string | null): Promise<Shop> {
    return this.post('/api/shop/getShop', token === null ? {} : { token });
  }

  /** Where the buyer pays. */
  buy(token: string, skin: string): Promise<{ link: string }> {
    return this.post('/api/shop/buy', { token, skin });
  }

  /** Completes a payment that the buyer agreed to; asked again, the answer is the same. */
  completePurchase(token: string, order: PaidOrder): Promise<Purchase> {
    return this.post('/api/shop/success', { token, ...order });
  }

  feedback(token: string, feedback: string): Promise<{ skin: boolean }> {
    return this.post('/api/feedback', { token, feedback });
  }

  suggestText(token: string, suggestion: TextSuggestion): Promise<unknown> {
    return this.post('/api/textrequest', { token, ...suggestion });
  }

  /** Refused to who is no admin. */
  admin(token: string): Promise<unknown> {
    return this.post('/api/admin', { token });
  }

  addSkin(token: string, skin: NewSkin): Promise<unknown> {
    return this.post('/api/admin/addskin', { token, ...skin });
  }

  textRequests(token: string): Promise<{ requests: TextRequest[] }> {
    return this.post('/api/admin/gettextrequests', { token });
  }

  /** Lets racers type a suggestion, as the admin edited it. */
  approveTextRequest(token: string, id: number, edited: { text: string; author: string }): Promise<unknown> {
    return this.post('/api/admin/approvetextrequest', { token, id, ...edited });
  }

  rejectTextRequest(token: string, id: number, reason: string): Promise<unknown> {
    return this.post('/api/admin/rejecttextrequest', { token, id, reason });
  }

  private async post<Answer>(path: string, payload: object, options: RequestInit = {}): Promise<Answer> {
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
    if (!response.ok) throw new ApiError(response.status, this.sentence(response.status, body.trim()), body);
    try {
      return JSON.parse(body) as Answer;
    } catch {
      throw new ApiError(response.status, this.words().unreadable, body);
    }
  }

  /** Tells why the server refused, as it `said` itself or by the status; what there are no words for yet, in English. */
  private sentence(status: number, said: string): string {
    const words = this.words();
    return said === '' ? words.status(status) : words.refused(said);
  }
}
