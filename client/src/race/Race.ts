import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { TypingSeat } from '../net/api';
import type { RaceConnection, RaceTransport } from '../net/RaceTransport';
import type { ServerError } from '../net/serverError';
import { LONGEST_KEYSTROKES_BYTES, type Outcome, type ServerEvent, type State } from '../net/wire';
import type { Key } from '../typing/rules/keys';
import { twoDecimals, wpm } from '../typing/rules/score';
import { TypingRun } from '../typing/TypingRun';
import { FinishDelivery } from './FinishDelivery';
import type { KeyLog } from './KeyLog';
import { type Racer, Roster } from './Roster';
import { type RaceRefusal, refusalOf } from './refusal';

/** The stretches of a race as its racer goes through them, each with what only it has. Times are `performance.now`. */
export type RacePhase =
  | { kind: 'joining' }
  /** The seat is ours; the room has not told yet how far the race is. */
  | { kind: 'joined' }
  /** `seconds` is the number that the countdown begins with. */
  | { kind: 'waiting' | 'starting'; endsAt: number; seconds: number }
  | { kind: 'running'; startedAt: number }
  | Finished
  | { kind: 'refused'; refusal: RaceRefusal };

interface Finished {
  kind: 'finished';
  /** Null where the keys of the race are not known, as in another browser. */
  startedAt: number | null;
  /** Seconds and speed as this page saw them, until the room says what counts; all there is, if nothing does. */
  typed: Outcome;
  /** Whether the last key was pressed on this page: not before a reload, nor in another browser. */
  isTypedHere: boolean;
}

interface Seat {
  username: string;
  author: string;
  run: TypingRun;
}

/** What a race needs of the rest of the client. */
export interface RaceServices {
  token: string;
  takeSeat(code: string): Promise<TypingSeat>;
  transport: RaceTransport;
  log: KeyLog;
  playSound(correct: boolean | null): void;
  /** Calls `action` when what a key changed has been painted; never, once the page is gone. */
  afterPaint(action: () => void): void;
}

/** One race from this racer's seat, from entering its room to leaving it. */
export class Race {
  phase: RacePhase = { kind: 'joining' };
  seat: Seat | null = null;
  readonly roster = new Roster();
  readonly delivery: FinishDelivery;
  /** Whether the race is over for everybody: all have finished, or its time has run out. */
  isOver = false;
  isReconnecting = false;

  readonly #services: RaceServices;
  #connection: RaceConnection | null = null;
  /** The progress that the room knows of, as far as we can tell. */
  #told: number | null = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLeft = false;

  constructor(
    readonly code: string,
    services: RaceServices,
  ) {
    this.#services = services;
    this.delivery = new FinishDelivery((outcome) => this.roster.record(this.username, outcome));
    makeAutoObservable(this, {
      code: false,
      roster: false,
      delivery: false,
      phase: observableRef,
      seat: observableRef,
    });
  }

  get username(): string {
    return this.seat?.username ?? '';
  }

  /** The text of the race, as far as it is typed. */
  get run(): TypingRun | null {
    return this.seat?.run ?? null;
  }

  /** Our own lane. */
  get own(): Racer | null {
    return this.roster.racers.get(this.username) ?? null;
  }

  /** Where `racer` lies, from 1; those who are equally far share a place. Null before the start. */
  placeOf(racer: Racer): number | null {
    return this.isTyping || this.phase.kind === 'finished' ? this.roster.placeOf(racer) : null;
  }

  get startedAt(): number | null {
    return 'startedAt' in this.phase ? this.phase.startedAt : null;
  }

  /** Our own result: the room's word once there is one, our own while it is being saved. */
  get outcome(): Outcome | null {
    return this.own?.outcome ?? (this.delivery.result.kind === 'saving' ? this.typed : null);
  }

  /** What we typed came to, whether it counts or not. */
  get typed(): Outcome | null {
    return this.phase.kind === 'finished' ? this.phase.typed : null;
  }

  /** Whether we have just won: our last key was pressed on this page, the result is saved, and nobody was faster. */
  get hasJustWon(): boolean {
    const { phase, delivery, roster } = this;
    const isSavedNow = phase.kind === 'finished' && phase.isTypedHere && delivery.result.kind === 'saved';
    return isSavedNow && roster.standings[0]?.username === this.username;
  }

  /** Our own accuracy in percent; null where the keys of a finished run are not known, as in another browser. */
  get accuracy(): number | null {
    return this.run?.isFinished ? this.run.accuracy : null;
  }

  /** Whether keys count. */
  get isTyping(): boolean {
    return this.phase.kind === 'running';
  }

  get isBeforeStart(): boolean {
    return this.#isBeforeCountdown || this.phase.kind === 'starting';
  }

  /** Takes a seat in the room and connects. */
  async enter(): Promise<void> {
    const seat = await this.#takeSeat();
    if (seat) runInAction(() => this.#connect(seat));
  }

  /** Leaves the room. What was typed can be gone on with from the log. */
  leave(): void {
    this.#isLeft = true;
    this.#hangUp();
  }

  press(key: Key): void {
    const { run, phase } = this;
    if (!run || phase.kind !== 'running') return;
    this.#services.playSound(run.press(key));
    if (run.isFinished) {
      this.#services.log.keep(this, run, phase.startedAt);
      this.#finish(run, phase.startedAt, true);
    } else {
      // The racer sees the key first: writing to socket and storage takes longer than its frame may.
      this.#services.afterPaint(() => {
        if (!this.isTyping) return;
        this.#services.log.keep(this, run, phase.startedAt);
        this.#tellProgress(run);
      });
    }
  }

  /** The seat in our room; null where there is none for us, which has been said then, or we have left meanwhile. */
  async #takeSeat(): Promise<TypingSeat | null> {
    try {
      const seat = await this.#services.takeSeat(this.code);
      return this.#isLeft ? null : seat;
    } catch (error) {
      if (!this.#isLeft) runInAction(() => this.#refuse(refusalOf(error)));
      return null;
    }
  }

  #connect({ username, text, participants }: TypingSeat): void {
    this.seat = { username, author: text.author, run: new TypingRun(text.text) };
    this.phase = { kind: 'joined' };
    for (const participant of participants) this.roster.join(participant);
    const { token, transport } = this.#services;
    const connection = transport.connect(token, this.code, {
      connected: () => runInAction(() => void this.#join(connection)),
      disconnected: (error) => runInAction(() => this.#lose(error)),
      event: (event) => runInAction(() => this.#onEvent(event)),
    });
    this.#connection = connection;
  }

  async #join(connection: RaceConnection): Promise<void> {
    const isReturn = this.isReconnecting;
    this.isReconnecting = false;
    // Before the countdown a room removes who is away, so the seat has to be taken again.
    if (isReturn && this.#isBeforeCountdown && !(await this.#takeSeat())) return;
    connection.send('join', { code: this.code, username: this.username });
  }

  get #isBeforeCountdown(): boolean {
    return this.phase.kind === 'joined' || this.phase.kind === 'waiting';
  }

  #lose(error: ServerError | null): void {
    if (error !== null) {
      this.#fail(error);
      return;
    }
    this.isReconnecting = true;
    // What is due goes on from the full picture that the room gives on the return, and not before it.
    this.#stopWaiting();
  }

  /** There is no way back into the race. Results that are on the page stay there. */
  #fail(error: ServerError): void {
    if (this.phase.kind !== 'finished') {
      this.#refuse({ kind: 'failed', error });
      return;
    }
    this.#hangUp();
    this.delivery.fail(error);
  }

  #refuse(refusal: RaceRefusal): void {
    this.#hangUp();
    this.phase = { kind: 'refused', refusal };
  }

  #onEvent({ name, payload }: ServerEvent): void {
    switch (name) {
      case 'state':
        this.#applyState(payload);
        break;
      case 'join':
        this.roster.join(payload);
        break;
      case 'waiting':
        this.#wait(payload.ms, payload.countdown);
        break;
      case 'starting':
        this.#countDown(payload.ms);
        break;
      case 'start':
        this.#start(payload.ms ?? 0);
        break;
      case 'typing':
        this.roster.advance(payload.username, payload.completed);
        break;
      case 'leave':
        // Before the countdown a seat is given back; afterwards its racer may return.
        if (this.#isBeforeCountdown) this.roster.remove(payload.username);
        else this.roster.disconnect(payload.username);
        break;
      case 'finish':
        this.roster.record(payload.username, { time: payload.time, wpm: payload.wpm });
        break;
      case 'fault':
        this.#onFault(payload.event, payload);
        break;
      default:
        // The compiler names an event that is missing above.
        name satisfies never;
    }
  }

  /** The full picture, on joining and on every return: the server wins, except over what we ourselves have typed. */
  #applyState({ phase, ms, countdown = 0, participants }: State): void {
    this.roster.update(participants);
    switch (phase) {
      case 'waiting':
        this.#wait(ms, countdown);
        break;
      case 'starting':
        this.#countDown(ms);
        break;
      case 'running':
        this.#resume(ms);
        break;
      case 'finished':
        this.#end(ms);
        break;
    }
  }

  /** The room waits for `ms` more; then we say that the `countdown` may begin, which only confirms. */
  #wait(ms: number, countdown: number): void {
    this.#showCountdown('waiting', ms + countdown);
    this.#after(ms, () => this.#connection?.send('starting', { code: this.code }));
  }

  /** The race starts in `ms`; then we say so, which only confirms. */
  #countDown(ms: number): void {
    this.#showCountdown('starting', ms);
    this.#after(ms, () => this.#connection?.send('start', { code: this.code }));
  }

  /** Its delay before a whole second does not show. */
  #showCountdown(kind: 'waiting' | 'starting', ms: number): void {
    this.phase = { kind, endsAt: performance.now() + ms, seconds: Math.max(Math.floor(ms / 1000), 1) };
  }

  /** The race started `elapsed` milliseconds ago. */
  #start(elapsed: number): void {
    this.#stopWaiting();
    if (this.phase.kind !== 'finished') this.phase = { kind: 'running', startedAt: performance.now() - elapsed };
  }

  /** We come to a race that runs: our own typing goes on where it was, and the room is told where that is. */
  #resume(elapsed: number): void {
    this.#start(elapsed);
    // What was told while the connection was away never came: only what the room shows counts, also before a finish.
    this.#told = this.own?.completed ?? 0;
    this.#recover();
    if (this.run && this.isTyping) this.#tellProgress(this.run);
  }

  /** The race of `ms` is over, for us as well: all have finished, or its time has run out. */
  #end(ms: number): void {
    this.#stopWaiting();
    this.isOver = true;
    // A race that is over is told of no progress.
    this.#told = 100;
    const startedAt = this.#recover();
    this.#conclude(startedAt, outcomeOf(this.run?.cursor ?? 0, ms));
  }

  /**
   * After a reload the keys typed before are typed again. A finish that was never answered is sent once more: what the
   * room shows may not be in the database yet, and only the answer says that it is. Returns when the race started.
   */
  #recover(): number | null {
    const { run, own } = this;
    if (!run || !own) return null;
    const replayed = run.keystrokes === '' ? this.#services.log.replay(this, run) : null;
    const startedAt = this.startedAt ?? replayed;
    if (run.isFinished && this.delivery.isOpen) {
      this.#finish(run, startedAt, false);
    } else if (own.outcome) {
      this.#conclude(startedAt, own.outcome);
      this.delivery.wasSaved();
    }
    return startedAt;
  }

  #tellProgress({ completed }: TypingRun): void {
    this.roster.advance(this.username, completed);
    if (completed === this.#told) return;
    this.#told = completed;
    this.#connection?.send('typing', { completed, code: this.code, username: this.username });
  }

  #finish(run: TypingRun, startedAt: number | null, isTypedHere: boolean): void {
    this.#conclude(startedAt, outcomeOf(run.characters.length, timeOf(run, startedAt)), isTypedHere);
    this.#tellProgress(run);
    void this.delivery.deliver(() => this.#sendFinish(run));
  }

  /** The race is over for us, if it was not yet. */
  #conclude(startedAt: number | null, typed: Outcome, isTypedHere = false): void {
    if (this.phase.kind !== 'finished') this.phase = { kind: 'finished', startedAt, typed, isTypedHere };
  }

  async #sendFinish(run: TypingRun) {
    if (!this.#connection) throw new Error('the connection is closed');
    const fits = new TextEncoder().encode(JSON.stringify(run.keystrokes)).length <= LONGEST_KEYSTROKES_BYTES;
    return this.#connection.finish({
      username: this.username,
      code: this.code,
      accuracy: run.accuracy,
      token: this.#services.token,
      date: new Date().toISOString(),
      ...(fits && { keystrokes: run.keystrokes }),
    });
  }

  #onFault(event: string, error: ServerError): void {
    if (event === 'join') {
      this.#fail(error);
    } else if (event === 'finish') {
      this.delivery.fail(error);
    } else {
      // The room does not know our progress now, so the next key, or the finish, tells it again.
      if (event === 'typing') this.#told = null;
      console.warn(`the server refused "${event}": ${error.reason}`);
    }
  }

  #after(ms: number, action: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, ms);
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.delivery.pause();
  }

  #hangUp(): void {
    this.#stopWaiting();
    this.isReconnecting = false;
    this.#connection?.close();
    this.#connection = null;
  }
}

/** What typing so many characters in `ms` comes to. */
function outcomeOf(characters: number, ms: number): Outcome {
  return { time: twoDecimals(ms / 1000), wpm: wpm(characters, ms) };
}

/** From the start to the last key, in milliseconds. */
function timeOf(run: TypingRun, startedAt: number | null): number {
  return startedAt === null ? 0 : (run.keysSince(startedAt).at(-1)?.ms ?? performance.now() - startedAt);
}
