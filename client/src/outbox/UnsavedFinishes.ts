import { refreshRuns } from '../core/ownRuns';
import type { Text } from '../core/text';
import type { ApiClient } from '../net/ApiClient';
import type { LateFinishAnswer } from '../net/api';
import type { KeyValueStorage } from '../platform/storage';
import { onePerPage } from './onePerPage';
import * as texts from './texts';
import { type ResultKind, UnsavedResults } from './UnsavedResults';

/** A finished race for which the room has not answered. */
interface UnsavedFinish {
  /** The room. */
  code: string;
  /** The receipt of the seat. */
  receipt: string;
  /** The log of all keys, in base64. */
  log: string;
  /** The end of the run, in ISO 8601. */
  date: string;
  /** True once the room is known to be gone. */
  isRoomGone: boolean;
}

/**
 * The time after a finish for which its room may be open, in milliseconds, with a page that returns to it: the longest
 * race, and the time for which a room stays open after it. A room saves a finish as a whole result, the api does not.
 */
const ROOM_OPEN_MS = 30 * 60_000;

/** Finishes wait for two days, as long as their receipts are good. */
const FINISHES: ResultKind<UnsavedFinish, LateFinishAnswer> = {
  key: 'finishes',
  keptCharacters: 200_000,
  keptMs: 48 * 3_600_000,
  isDue: ({ date, isRoomGone }) => isRoomGone || !(Date.now() - Date.parse(date) < ROOM_OPEN_MS),
  send: (api, { receipt, log }) => api.postAsUser('/api/latefinish', { receipt, log }),
  isSaved: ({ unranked }) => typeof unranked === 'boolean',
};

/**
 * The finished races whose results are not known to be saved. Their pages send them to the rooms; when those are gone, the
 * api gets them, at the latest at the next visit.
 */
export class UnsavedFinishes {
  readonly #results: UnsavedResults<UnsavedFinish, LateFinishAnswer>;
  readonly #onRefused: () => void;

  /**
   * @param onSaved Called with the results that count for these races: those that were delivered late are unranked.
   * @param onRefused Called when finishes were refused for good.
   */
  constructor(
    api: ApiClient,
    storage: KeyValueStorage,
    onSaved: (results: readonly LateFinishAnswer[]) => Promise<void> | void,
    onRefused: () => void,
  ) {
    this.#results = new UnsavedResults(FINISHES, api, storage, onSaved);
    this.#onRefused = onRefused;
  }

  /** Keeps the finish of the race in the room `code` until it is known to be saved. */
  keep(finish: Omit<UnsavedFinish, 'date' | 'isRoomGone'>): void {
    this.forget(finish.code);
    this.#results.keep({ ...finish, date: new Date().toISOString(), isRoomGone: false });
  }

  /** Forgets the finish of a room that has saved it, or refused it for good. */
  forget(code: string): void {
    this.#results.change((finish) => (finish.code === code ? null : finish));
  }

  /** Forgets all finishes of the account to which `token` belongs. */
  drop(token: string): void {
    this.#results.drop(token);
  }

  /** Delivers the finish of a room that is gone. */
  release(code: string): void {
    this.#results.change((finish) => (finish.code === code ? { ...finish, isRoomGone: true } : finish));
    void this.deliver();
  }

  /** Delivers the finishes whose rooms are gone by now. */
  async deliver(): Promise<void> {
    const refused = await this.#results.deliver();
    if (refused.size > 0) this.#onRefused();
  }
}

/** The page's finishes, whose notices stay until they are dismissed: nobody waits for them. */
export const unsavedFinishes = onePerPage(({ notice, services: { api, queries, storage }, settings }) => {
  const say = (words: Text<string>) => notice.keep(() => words[settings.language]);
  const onSaved = (results: readonly LateFinishAnswer[]) => {
    say(results.some(({ unranked }) => unranked) ? texts.late : texts.saved);
    return refreshRuns(queries);
  };
  return new UnsavedFinishes(api, storage, onSaved, () => say(texts.lost));
});
