import { reaction } from 'mobx';
import type { ApiClient } from '../net/ApiClient';
import { type KeyValueStorage, SHARED_KEYS, type SharedKey } from '../platform/storage';
import { PRACTICE_STATS_KEY, UnsavedResults } from '../practice/UnsavedResults';
import type { ConnectionStore } from './ConnectionStore';
import { ConsentStore } from './ConsentStore';
import type { LanguageStore } from './LanguageStore';
import { NoticeStore } from './NoticeStore';
import type { Prefetch } from './prefetch';
import type { QueryCache } from './QueryCache';
import { SessionStore } from './SessionStore';
import { type KeySounds, SoundStore } from './SoundStore';
import { ThemeStore } from './ThemeStore';

/** Services injected into the stores. */
export interface Services {
  api: ApiClient;
  connection: ConnectionStore;
  language: LanguageStore;
  prefetch: Prefetch;
  queries: QueryCache;
  sounds: KeySounds;
  /** The browser's local storage. */
  storage: KeyValueStorage;
  systemPrefersDark: boolean;
}

/** All state of the client, except for the answers in `services.queries`. */
export class RootStore {
  readonly session: SessionStore;
  readonly connection: ConnectionStore;
  readonly consent: ConsentStore;
  readonly language: LanguageStore;
  readonly notice = new NoticeStore();
  readonly sound: SoundStore;
  readonly theme: ThemeStore;
  readonly unsaved: UnsavedResults;

  constructor(readonly services: Services) {
    this.session = new SessionStore(
      (token) => services.api.post('/api/isloggedin', { token }),
      services.storage,
      (check) => void this.notifyIfSessionEnded(check),
    );
    this.connection = services.connection;
    this.language = services.language;
    this.consent = new ConsentStore(services.storage);
    this.sound = new SoundStore(services.storage, services.sounds);
    this.theme = new ThemeStore(services.storage, services.systemPrefersDark);
    this.unsaved = new UnsavedResults(services.api, services.storage, () =>
      services.queries.refetch(PRACTICE_STATS_KEY),
    );
    // At each visit, after each login, and when the login check has an answer at last.
    reaction(
      () => this.session.username,
      (username) => username !== null && void this.unsaved.deliver(),
    );
  }

  /** Adopts what another window of this browser stored under `key`; null means every key. */
  followOtherWindows(key: string | null): void {
    const follow: Record<SharedKey, () => void> = {
      cookies: () => this.consent.evaluate(),
      theme: () => this.theme.follow(),
      audio: () => this.sound.follow(),
      token: () =>
        void this.session.follow().then((hasEnded) => {
          if (hasEnded) this.notice.keep(() => this.language.strings.session.endedElsewhere);
          else if (this.session.isLoggedIn) this.notice.dismiss();
        }),
      language: () => void this.language.follow().catch((error: unknown) => console.error(error)),
    };
    for (const own of SHARED_KEYS) if (key === null || key === own) follow[own]();
  }

  /** Shows a lasting notice if the session is over, because the refused call's error may no longer be on the page. */
  async notifyIfSessionEnded(check: Promise<boolean>): Promise<void> {
    if (await check) this.notice.keep(() => this.language.strings.session.over);
  }
}
