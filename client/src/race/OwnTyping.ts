import type { RaceConnection } from '../net/RaceTransport';
import type { ServerError } from '../net/serverError';
import type { FinishAnswer } from '../net/wire';
import type { UnsavedFinishes } from '../outbox/UnsavedFinishes';
import type { Doubts } from '../typing/rules/FieldKeys';
import type { Key, TypingRun } from '../typing/rules/TypingRun';
import { FinishDelivery } from './FinishDelivery';
import { wholeLog } from './LogPieces';
import type { Roster } from './Roster';
import { isJudged, isRoomGone } from './refusal';
import type { StoredKeys } from './StoredKeys';
import { TypingReports } from './TypingReports';

/** The services that {@link OwnTyping} needs. */
export interface OwnTypingServices {
  token: string;
  stored: StoredKeys;
  finishes: Pick<UnsavedFinishes, 'keep' | 'forget' | 'release'>;
  playSound(correct: boolean | null): void;
}

/** The race that is typed. */
interface TypedRace {
  readonly code: string;
  readonly username: string;
  readonly roster: Roster;
}

/** Our own typing in a race, and all that is kept and sent of it: the keys, the progress, and the finish. */
export class OwnTyping {
  readonly delivery: FinishDelivery;
  /** True once the room has started the race: the page may be a moment earlier. */
  hasRoomStarted = false;

  readonly #reports: TypingReports;
  #doubts: Doubts = { untrusted: 0, pastes: 0 };

  constructor(
    private readonly race: TypedRace,
    private readonly services: OwnTypingServices,
    /** Returns the connection by which it is sent; null while there is none. */
    private readonly connection: () => RaceConnection | null,
  ) {
    const { code, roster } = race;
    this.#reports = new TypingReports((report) =>
      connection()?.send('typing', { ...report, code, username: race.username }),
    );
    this.delivery = new FinishDelivery(
      (outcome) => roster.record(race.username, outcome),
      (refusal) => this.#onSettled(refusal),
    );
  }

  /** Applies a key, pressed `at` a time, in a race that began at `startedAt`, both by `performance.now`. */
  press(run: TypingRun, key: Key, at: number, startedAt: number): void {
    this.services.playSound(run.press(key, at - startedAt));
    this.services.stored.keep(this.race, run, startedAt, this.#doubts);
  }

  /** Counts doubts about the next key. */
  doubt({ untrusted, pastes }: Doubts): void {
    this.#doubts = { untrusted: this.#doubts.untrusted + untrusted, pastes: this.#doubts.pastes + pastes };
  }

  /** Stores all keys now, because the page may be about to go. */
  store(): void {
    this.services.stored.flush();
  }

  /** Replays the keys typed before a reload. Returns the time of the start; null if there are none. */
  replay(run: TypingRun): number | null {
    const replayed = run.keystrokes === '' ? this.services.stored.replay(this.race, run) : null;
    if (replayed) this.#doubts = replayed.doubts;
    return replayed?.startedAt ?? null;
  }

  /** Shows the progress, and sends it once the room has started. */
  advance(run: TypingRun): void {
    this.race.roster.advance(this.race.username, run.completed);
    if (this.hasRoomStarted) this.#reports.report(run);
  }

  /** Begins the log anew with what is sent next. The room has the progress `sent`; null if it has to be sent again. */
  restart(sent: number | null): void {
    this.#reports.restart(sent);
  }

  /** Sends the finish until it is answered. It waits on the device until its result is known. */
  finish(run: TypingRun, receipt: string | undefined): void {
    const { code } = this.race;
    const log = wholeLog(run);
    if (receipt && log) this.services.finishes.keep({ code, receipt, log });
    void this.delivery.deliver(async () => {
      const answer = await this.#sendFinish(run);
      if (!('reason' in answer) || answer.code !== 'missing-keys') return answer;
      this.restart(null);
      return this.#sendFinish(run);
    });
  }

  /** Sends nothing more by itself. */
  stop(): void {
    this.#reports.stop();
    this.delivery.pause();
  }

  async #sendFinish(run: TypingRun): Promise<FinishAnswer> {
    const { accuracy } = run;
    const connection = this.connection();
    if (!connection || !this.hasRoomStarted || accuracy === null)
      throw new Error('the connection is closed, the race not started, or the run not finished');
    const keys = this.#reports.finish(run);
    return connection.finish({
      username: this.race.username,
      code: this.race.code,
      accuracy,
      token: this.services.token,
      date: new Date().toISOString(),
      ...keys,
      ...('log' in keys && this.#doubts),
    });
  }

  #onSettled(refusal: ServerError | null): void {
    const { finishes } = this.services;
    if (refusal && isRoomGone(refusal)) finishes.release(this.race.code);
    else if (!refusal || isJudged(refusal)) finishes.forget(this.race.code);
  }
}
