import { strings } from '../strings';
import { ApiError } from './ApiError';
import type {
  LeaderboardRow,
  LeaderboardType,
  PracticeResult,
  PracticeStats,
  SessionInfo,
  SignupForm,
  Text,
  TypingSeat,
  UserStats,
} from './api';

/** The api of the product, one method per call. Failures are {@link ApiError}s with a sentence for people. */
export class ApiClient {
  /** @param send How requests leave; tests hand in their own. */
  constructor(private readonly send: typeof fetch = (...request) => fetch(...request)) {}

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

  stats(username: string): Promise<UserStats> {
    return this.post('/api/getstats', { username });
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

  private post<Answer>(path: string, payload: object): Promise<Answer> {
    return this.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    });
  }

  private async request<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const response = await this.send(path, init).catch(() => {
      throw new ApiError(0, strings.errors.unreachable);
    });
    const body = await response.text();
    if (!response.ok) throw new ApiError(response.status, body.trim() || strings.errors.status(response.status), body);
    try {
      return JSON.parse(body) as Answer;
    } catch {
      throw new ApiError(response.status, strings.errors.unreadable, body);
    }
  }
}
