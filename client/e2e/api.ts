/** The calls that the tests make outside the browser. */
export class Api {
  constructor(private readonly url: string) {}

  async post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async signUp(username: string): Promise<string> {
    const { token } = await this.post<{ token: string }>('/api/signup', {
      username,
      email: `${username}@example.org`,
      password: PASSWORD,
      passwordConfirm: PASSWORD,
      country: 'CR',
    });
    return token;
  }

  /** Opens a room that matchmaking does not offer. */
  async openRoom(token: string | null): Promise<string> {
    const { code } = await this.post<{ code: string }>('/api/multiplayer', { token, private: true });
    return code;
  }
}

/** Long and unusual enough for the server. */
export const PASSWORD = 'quetzal over the cloud forest';

/** A name that no other test uses. */
export function newName(of: string): string {
  return `${of}_${Math.random().toString(36).slice(2, 8)}`;
}
