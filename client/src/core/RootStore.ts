import type { QueryClient } from '@tanstack/react-query';
import { reaction } from 'mobx';
import type { ApiClient } from '../net/ApiClient';
import type { PracticeResult } from '../net/api';
import { loadExtra } from '../platform/loading';
import type { Sounds } from '../platform/sounds';
import { type KeyValueStorage, SHARED_KEYS, type SharedKey } from '../platform/storage';
import type { ConnectionStore } from './ConnectionStore';
import { ConsentStore } from './ConsentStore';
import { NoticeStore } from './NoticeStore';
import { refreshRuns } from './ownRuns';
import { PaletteStore } from './PaletteStore';
import { SessionStore } from './SessionStore';
import type { SettingsStore } from './SettingsStore';
import { SettingsSync } from './SettingsSync';
import { SoundStore } from './SoundStore';
import type { Text } from './text';
import * as texts from './texts';
import type { UnsavedFinishes } from './UnsavedFinishes';
import { PRACTICE, UnsavedResults } from './UnsavedResults';

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
  readonly unsaved: UnsavedResults<PracticeResult, unknown>;
  /** The one that `lateFinishes` returns, whose script most visits do not need. */
  unsavedFinishes: UnsavedFinishes | null = null;
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
    this.unsaved = new UnsavedResults(PRACTICE, services.api, services.storage, () => refreshRuns(services.queries));
    reaction(
      () => this.session.isLoggedIn,
      (isLoggedIn) => isLoggedIn && this.#dismissOver(),
    );
    // At each visit, after each login, and when the server is back.
    reaction(
      () => (this.connection.isLost ? null : this.session.username),
      (username) => {
        if (username === null) return;
        // It is a guest's, and not this user's.
        services.storage.remove('guestResult');
        void this.unsaved.deliver();
        void this.deliverFinishes();
        void this.settingsSync.sync();
      },
    );
  }

  /** Says that the session is over, until the next login. */
  private sayOver(words: Text<string>): void {
    this.#dismissOver();
    this.#dismissOver = this.notice.keep(() => words[this.settings.language]);
  }

  /** Delivers the finishes that wait on this device. Without their script, they wait for the next visit. */
  private async deliverFinishes(): Promise<void> {
    if (this.services.storage.get('finishes') === null) return;
    const script = await loadExtra(() => import('./UnsavedFinishes')).catch(() => null);
    await script?.lateFinishes(this).deliver();
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
