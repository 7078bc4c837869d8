import type { QueryClient } from '@tanstack/react-query';
import { LoginThrottle } from '../../account/LoginThrottle';
import type { ApiClient } from '../../net/ApiClient';
import { afterNextFrame } from '../../platform/frame';
import type { KeyValueStorage, StorageKey } from '../../platform/storage';
import type { PracticeServices } from '../../practice/PracticeStore';
import { practiceStatsQuery, practiceTextQuery } from '../../practice/queries';
import { raceSeatQuery } from '../../race/queries';
import type { RaceServices } from '../../race/Race';
import { consumePrefetched, prefetch } from '../prefetch';
import type { ConnectionStore } from './ConnectionStore';
import { ConsentStore } from './ConsentStore';
import type { LanguageStore } from './LanguageStore';
import { NoticeStore } from './NoticeStore';
import { SessionStore } from './SessionStore';
import { type KeySounds, SoundStore } from './SoundStore';
import { ThemeStore } from './ThemeStore';

/** Services injected into the stores. */
export interface Services {
  api: ApiClient;
  connection: ConnectionStore;
  language: LanguageStore;
  queries: QueryClient;
  sounds: KeySounds;
  /** Lasts for ever: the browser's local storage. */
  storage: KeyValueStorage;
  /** Lasts as long as the tab. */
  tabStorage: KeyValueStorage;
  systemPrefersDark: boolean;
}

/** All state of the client that is not the server's data. */
export class RootStore {
  readonly session: SessionStore;
  readonly connection: ConnectionStore;
  readonly consent: ConsentStore;
  readonly language: LanguageStore;
  readonly notice = new NoticeStore();
  readonly sound: SoundStore;
  readonly theme: ThemeStore;
  readonly loginThrottle: LoginThrottle;

  constructor(readonly services: Services) {
    this.session = new SessionStore(services.api, services.storage);
    this.connection = services.connection;
    this.language = services.language;
    this.consent = new ConsentStore(services.storage);
    this.sound = new SoundStore(services.storage, services.sounds);
    this.theme = new ThemeStore(services.storage, services.systemPrefersDark);
    this.loginThrottle = new LoginThrottle(services.storage);
  }

  /** Adopts what another window of this browser stored under `key`; null stands for every key. */
  followOtherWindows(key: string | null): void {
    const isChanged = (own: StorageKey) => key === null || key === own;
    if (isChanged('cookies')) this.consent.evaluate();
    if (isChanged('theme')) this.theme.follow();
    if (isChanged('audio')) this.sound.follow();
    if (isChanged('token')) {
      void this.session.follow().then((hasEnded) => {
        if (hasEnded) this.notice.keep(this.language.strings.session.endedElsewhere);
        else if (this.session.isLoggedIn) this.notice.dismiss();
      });
    }
    if (isChanged('language')) this.language.follow().catch((error: unknown) => console.error(error));
  }

  /** Forgets the token that the server refused, and says so until it is read. */
  endSession(): void {
    this.session.forget();
    this.notice.keep(this.language.strings.session.over);
  }

  /** What a race of the owner of `token` needs; the race page brings what no other page is to load. */
  raceServices(token: string, brought: Pick<RaceServices, 'transport' | 'log'>): RaceServices {
    const { api, queries } = this.services;
    return {
      ...brought,
      token,
      takeSeat: (code) => consumePrefetched(queries, raceSeatQuery(api, code)),
      playSound: (correct) => this.sound.play(correct),
      afterPaint: afterNextFrame,
    };
  }

  /** Has the text of a practice on its way while its page is not. */
  askForText(): void {
    const { api, queries } = this.services;
    if (this.consent.isGiven) prefetch(queries, practiceTextQuery(api));
  }

  /** Has a seat in the room of `code` on its way while the race's page is not. */
  askForSeat(code: string): void {
    const { api, queries } = this.services;
    if (this.session.token !== null && this.consent.isGiven) prefetch(queries, raceSeatQuery(api, code));
  }

  /** What practice needs, as it is at this moment; its page makes the store, so that no other page loads its rules. */
  practiceServices(): PracticeServices {
    const { api, queries } = this.services;
    const fetchText = () => consumePrefetched(queries, practiceTextQuery(api));
    if (!this.session.isLoggedIn) return { fetchText, save: null, best: null };
    const query = practiceStatsQuery(api);
    return {
      fetchText,
      save: async (result: Parameters<ApiClient['savePractice']>[0]) => {
        await api.savePractice(result);
        await queries.invalidateQueries({ queryKey: query.queryKey });
      },
      best: queries.getQueryData(query.queryKey)?.bestRace ?? null,
    };
  }
}
