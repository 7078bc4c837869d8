import type { QueryClient } from '@tanstack/react-query';
import { reaction } from 'mobx';
import type { ApiClient } from '../net/ApiClient';
import type { Sounds } from '../platform/sounds';
import { type KeyValueStorage, SHARED_KEYS, type SharedKey } from '../platform/storage';
import type { ConnectionStore } from './ConnectionStore';
import { ConsentStore } from './ConsentStore';
import { NoticeStore } from './NoticeStore';
import { PaletteStore } from './PaletteStore';
import { SessionStore } from './SessionStore';
import type { SettingsStore } from './SettingsStore';
import { SettingsSync } from './SettingsSync';
import { SoundStore } from './SoundStore';
import type { Text } from './text';
import * as texts from './texts';

/** Services injected into the stores. */
export interface Services {
  api: ApiClient;
  connection: ConnectionStore;
  queries: QueryClient;
  settings: SettingsStore;
  sounds: Sounds;
  /** The browser's local storage. */
  storage: KeyValueStorage;
}

/** All state of the client, except for the answers in `services.queries`. */
export class RootStore {
  readonly session: SessionStore;
  readonly connection: ConnectionStore;
  readonly consent: ConsentStore;
  readonly notice = new NoticeStore();
  readonly palette = new PaletteStore();
  readonly settings: SettingsStore;
  readonly settingsSync: SettingsSync;
  readonly sound: SoundStore;
  /** Dismisses the notice that the session is over. */
  #dismissOver = () => {};

  constructor(readonly services: Services) {
    this.session = new SessionStore(
      services.queries,
      (token) => services.api.post('/api/isloggedin', { token }),
      services.storage,
      // Lasting, because the error of a refused call may no longer be on the page.
      () => this.sayOver(texts.over),
    );
    this.connection = services.connection;
    this.consent = new ConsentStore(services.storage);
    this.settings = services.settings;
    this.settingsSync = new SettingsSync(services.api, services.queries, services.settings, services.storage);
    this.sound = new SoundStore(services.storage, services.settings, services.sounds);
    reaction(
      () => this.session.isLoggedIn,
      (isLoggedIn) => isLoggedIn && this.#dismissOver(),
    );
    this.whenInReach(() => {
      // It is a guest's, and not this user's.
      services.storage.remove('guestResult');
      void this.settingsSync.sync();
    });
  }

  /** Calls `act` at each visit of a user, after each login, and when the server is back. */
  whenInReach(act: () => void): void {
    reaction(
      () => (this.connection.isLost ? null : this.session.username),
      (username) => username !== null && act(),
    );
  }

  /** Says that the session is over, until the next login. */
  private sayOver(words: Text<string>): void {
    this.#dismissOver();
    this.#dismissOver = this.notice.keep(() => words[this.settings.language]);
  }

  /** Adopts what another window of this browser stored under `key`; null means every key. */
  followOtherWindows(key: string | null): void {
    const follow: Record<SharedKey, () => void> = {
      cookies: () => this.consent.evaluate(),
      settings: () => this.settings.follow(),
      audio: () => this.sound.follow(),
      token: () => {
        if (this.session.follow()) this.sayOver(texts.endedElsewhere);
      },
    };
    for (const own of SHARED_KEYS) if (key === null || key === own) follow[own]();
  }
}
