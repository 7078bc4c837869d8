import type { QueryClient } from '@tanstack/react-query';
import { makeAutoObservable, runInAction } from 'mobx';
import type { ApiClient } from '../net/ApiClient';
import { ApiError } from '../net/ApiError';
import type { KeyValueStorage } from '../platform/storage';
import { take } from './queryClient';
import type { SettingsStore } from './SettingsStore';
import type { SettingName } from './settings';
import { accountOf } from './UnsavedResults';

/** The pause after a choice before it is sent, in milliseconds: a slider makes many. */
const SEND_AFTER_MS = 800;

/** The delay before choices that could not be sent are sent again, in milliseconds; at once if the server comes back. */
const REPEAT_MS = 30_000;

/** The settings that were chosen on this device and have not reached their account. */
interface Unsent {
  account: string;
  names: readonly string[];
}

/**
 * Keeps the settings of the signed-in user on the account, too. The last choice of each setting wins: one that has not
 * reached the account, else the account's.
 */
export class AccountSettings {
  /** True while the account has the settings of this device. */
  isInSync = false;

  readonly #api: ApiClient;
  readonly #queries: QueryClient;
  readonly #settings: SettingsStore;
  readonly #storage: KeyValueStorage;
  /** Calls follow each other: an answer from before a change must not take it back. */
  #last: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: ApiClient, queries: QueryClient, settings: SettingsStore, storage: KeyValueStorage) {
    this.#api = api;
    this.#queries = queries;
    this.#settings = settings;
    this.#storage = storage;
    settings.onChosen = (names) => this.keep(names);
    makeAutoObservable(this);
  }

  /** Adopts the settings of the account, and sends those that have not reached it. */
  sync(): Promise<void> {
    return this.#inTurn(async (account) => {
      await this.fetch(account);
      await this.send(account);
    });
  }

  /** Sends choices soon, or with the next sync. Those of a guest stay on the device. */
  private keep(names: readonly SettingName[]): void {
    const { token } = this.#api;
    if (token === null) return;
    this.#store(accountOf(token), (unsent) => [...unsent, ...names]);
    this.isInSync = false;
    this.#sendIn(SEND_AFTER_MS);
  }

  private async fetch(account: string): Promise<void> {
    const { settings } = await take(this.#queries, {
      queryKey: ['settings', account],
      queryFn: () => this.#api.postAsUser('/api/settings', {}),
      staleTime: 0,
    });
    // A new account begins with the settings of its device.
    if (Object.keys(settings).length === 0) this.#store(account, (unsent) => [...unsent, ...this.#settings.changed]);
    const unsent = new Set(this.#unsent(account));
    this.#settings.adopt(Object.fromEntries(Object.entries(settings).filter(([name]) => !unsent.has(name))));
  }

  /** Sends what is unsent, except for names and values of a newer page. */
  private async send(account: string): Promise<void> {
    const { values } = this.#settings;
    const names = this.#unsent(account).filter((name) => this.#settings.isKnown(name));
    if (names.length > 0) {
      const settings = Object.fromEntries(names.map((name) => [name, values[name]]));
      const call = this.#api.postAsUser('/api/changesettings', { settings });
      const refused = await call.then(
        () => [],
        (error: unknown) => refusedBy(error, names),
      );
      const done = refused.length > 0 ? refused : names;
      const isSame = (name: SettingName) => this.#settings.values[name] === values[name];
      const settled = new Set<string>(done.filter(isSame));
      this.#store(account, (unsent) => unsent.filter((name) => !settled.has(name)));
      if (refused.length > 0) return this.send(account);
    }
    runInAction(() => {
      this.isInSync = this.#unsent(account).length === 0;
    });
  }

  /** Runs `work` for the current account after all work before it. If it fails, the device's settings still apply. */
  #inTurn(work: (account: string) => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      const { token } = this.#api;
      if (token === null) return;
      try {
        await work(accountOf(token));
      } catch (error) {
        console.warn('the settings of the account are out of reach', error);
        this.#sendIn(REPEAT_MS);
      }
    });
    return this.#last;
  }

  #sendIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#inTurn((account) => this.send(account)), ms);
  }

  /**
   * The unsent settings of `account`, also those that only a newer page knows. Those of another one are forgotten: its
   * user left this device.
   */
  #unsent(account: string): readonly string[] {
    try {
      const unsent: Unsent | null = JSON.parse(this.#storage.get('unsentSettings') ?? 'null');
      return unsent?.account === account ? unsent.names.filter((name) => typeof name === 'string') : [];
    } catch {
      return [];
    }
  }

  #store(account: string, change: (names: readonly string[]) => readonly string[]): void {
    const names = [...new Set(change(this.#unsent(account)))];
    if (names.length === 0) this.#storage.remove('unsentSettings');
    else this.#storage.set('unsentSettings', JSON.stringify({ account, names } satisfies Unsent));
  }
}

/** Returns those of `names` that the server refuses; because of one, it takes none. Throws any other error. */
function refusedBy(error: unknown, names: readonly SettingName[]): readonly SettingName[] {
  const errors = error instanceof ApiError && error.status === 422 ? [error, ...(error.others ?? [])] : [];
  const refused = names.filter((name) => errors.some(({ values }) => name === (values?.name ?? values?.field)));
  if (refused.length === 0) throw error;
  return refused;
}
