import type { QueryClient } from '@tanstack/react-query';
import { makeAutoObservable, runInAction } from 'mobx';
import type { ApiClient } from '../net/ApiClient';
import { ApiError } from '../net/ApiError';
import type { KeyValueStorage } from '../platform/storage';
import { accountOf } from './accountOf';
import { take } from './queryClient';
import type { SettingsStore } from './SettingsStore';
import type { SettingName } from './settings';

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
 * reached the account, else the account's. On logout, all settings stay on the device: they are its look. An account
 * without settings, such as a new one, takes them over; an account with settings of its own takes over none.
 */
export class SettingsSync {
  readonly #api: ApiClient;
  readonly #queries: QueryClient;
  readonly #settings: SettingsStore;
  readonly #storage: KeyValueStorage;
  /** The account that has all settings of this device, as far as this window knows. */
  private syncedAccount: string | null = null;
  /** The account whose settings were fetched last. */
  #fetchedAccount: string | null = null;
  /** The settings of this device that the fetched account does not have. */
  #onlyHere: readonly string[] = [];
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

  /** True while the account has every setting that was changed on this device. */
  get isInSync(): boolean {
    return this.syncedAccount !== null && this.syncedAccount === this.#account();
  }

  /** Adopts the settings of the account, and sends those that have not reached it. Repeated until it succeeds. */
  sync(): Promise<void> {
    this.syncedAccount = null;
    return this.#inTurn((account) => {
      this.#fetchedAccount = null;
      return this.send(account);
    });
  }

  /** Sends choices soon, or with the next sync. Those of a guest stay on the device. */
  private keep(names: readonly SettingName[]): void {
    this.syncedAccount = null;
    const account = this.#account();
    if (account === null) return;
    this.#store(account, (unsent) => [...unsent, ...names]);
    this.#sendIn(SEND_AFTER_MS);
  }

  private async fetch(account: string): Promise<void> {
    const { settings } = await take(this.#queries, {
      queryKey: ['settings', account],
      queryFn: () => this.#api.postAsUser('/api/settings', {}),
      staleTime: 0,
    });
    if (this.#account() !== account) return;
    this.#fetchedAccount = account;
    this.#onlyHere = this.#settings.changed.filter((name) => !(name in settings));
    // A new account begins with the settings of its device.
    if (Object.keys(settings).length === 0) this.#store(account, (unsent) => [...unsent, ...this.#onlyHere]);
    const unsent = new Set(this.#unsent(account));
    this.#settings.adopt(Object.fromEntries(Object.entries(settings).filter(([name]) => !unsent.has(name))));
  }

  /** Sends what is unsent, except for names and values of a newer page. Fetches first if that has not succeeded. */
  private async send(account: string): Promise<void> {
    if (this.#fetchedAccount !== account) await this.fetch(account);
    if (this.#account() !== account) return;
    const { values } = this.#settings;
    const names = this.#unsent(account).filter((name) => this.#settings.isKnown(name));
    if (names.length > 0) {
      const settings = Object.fromEntries(names.map((name) => [name, values[name]]));
      const call = this.#api.postAsUser('/api/changesettings', { settings });
      const refused = await call.then(
        () => [],
        (error: unknown) => refusedBy(error, names),
      );
      if (this.#account() !== account) return;
      const done = refused.length > 0 ? refused : names;
      const isSame = (name: SettingName) => this.#settings.values[name] === values[name];
      const settled = new Set<string>(done.filter(isSame));
      this.#store(account, (unsent) => unsent.filter((name) => !settled.has(name)));
      this.#onlyHere = [...this.#onlyHere.filter((name) => !settled.has(name)), ...refused];
      if (refused.length > 0) return this.send(account);
    }
    runInAction(() => {
      if (this.#unsent(account).length + this.#onlyHere.length === 0) this.syncedAccount = account;
    });
  }

  /** Runs `work` for the current account after all work before it. If it fails, the device's settings still apply. */
  #inTurn(work: (account: string) => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      const account = this.#account();
      if (account === null) return;
      try {
        await work(account);
      } catch (error) {
        console.warn('the settings of the account are out of reach', error);
        runInAction(() => {
          this.syncedAccount = null;
        });
        this.#sendIn(REPEAT_MS);
      }
    });
    return this.#last;
  }

  #sendIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#inTurn((account) => this.send(account)), ms);
  }

  /** The account of the session; null for a guest. */
  #account(): string | null {
    const { token } = this.#api;
    return token === null ? null : accountOf(token);
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
