import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { TextAnswer, TypingSeat } from '../net/api';
import type { RaceConnection, RaceTransport } from '../net/RaceTransport';
import type { RoomEvent } from '../net/readEvent';
import { isPassing, RESEND_MS, type ServerError } from '../net/serverError';
import type { Outcome, State } from '../net/wire';
import { twoDecimals, wpm } from '../typing/rules/score';
import { type Key, TypingRun } from '../typing/rules/TypingRun';
import { FinishDelivery } from './FinishDelivery';
import type { KeyLog } from './KeyLog';
import { SEAT_FRESH_MS } from './queries';
import { type Racer, Roster } from './Roster';
import { type RaceRefusal, refusalOf } from './refusal';

/** The longest `keystrokes` that are sent, in bytes of JSON. */
const LONGEST_KEYSTROKES_BYTES = 3000;

/** The longest `times` that fit into a `finish` of 16 KiB with the other fields, in bytes of JSON. */
const LONGEST_TIMES_BYTES = 12_000;

/** The phases of a race for its racer, each with its own data. Times are by `performance.now`. */
type RacePhase =
  | { kind: 'joining' }
  /** The seat is taken; the room has not sent its state yet. */
  | { kind: 'joined' }
  /** `seconds` is the countdown's first number. */
  | { kind: 'waiting' | 'starting'; endsAt: number; seconds: number }
  | { kind: 'running'; startedAt: number }
  | Finished
  | { kind: 'refused'; refusal: RaceRefusal };

interface Finished {
  kind: 'finished';
  /** Null if the keys of the race are unknown, as in another browser. */
  startedAt: number | null;
  /** Seconds and speed as this page measured them; the room's outcome replaces them. */
  typed: Outcome;
  /** True if the last key was pressed on this page, not before a reload or in another browser. */
  isTypedHere: boolean;
  /** True once the race is over for all racers, whether or not all have finished. */
  isOver: boolean;
}

interface Seat {
  username: string;
  text: TextAnswer;
  run: TypingRun;
}

/** Services injected into a race. */
export interface RaceServices {
  token: string;
  takeSeat(): Promise<TypingSeat>;
  /** Loads the transport; called once the seat is taken. */
  loadTransport(): Promise<RaceTransport>;
  log: KeyLog;
  playSound(correct: boolean | null): void;
  /** Calls `action` after the next painted frame. */
  afterPaint(action: () => void): void;
}

/** One race from this racer's seat, from entering its room to leaving it. */
export class Race {
  phase: RacePhase = { kind: 'joining' };
  seat: Seat | null = null;
  readonly roster = new Roster();
  readonly delivery: FinishDelivery;
  isReconnecting = false;

  readonly #services: RaceServices;
  #connection: RaceConnection | null = null;
  /** The phases that this page has confirmed to the room, each once. */
  readonly #confirmed = new Set<'starting' | 'start'>();
  /** The progress last sent to the room; null if the room refused it. */
  #sentProgress: number | null = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The current stay in the room; null after leaving. An object: StrictMode enters, leaves and enters again. */
  #stay: object | null = null;

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

  /** Our run through the text. */
  get run(): TypingRun | null {
    return this.seat?.run ?? null;
  }

  /** Our own lane. */
  get own(): Racer | null {
    return this.roster.racers.get(this.username) ?? null;
  }

  /** The place of `racer`, from 1, shared by those equally far. Null before the start, and without a ranked result. */
  placeOf(racer: Racer): number | null {
    return this.isTyping || this.phase.kind === 'finished' ? this.roster.placeOf(racer) : null;
  }

  get startedAt(): number | null {
    return 'startedAt' in this.phase ? this.phase.startedAt : null;
  }

  /** The server took our token for invalid, before or after the finish. */
  get isSessionDoubtful(): boolean {
    const { phase, delivery } = this;
    if (phase.kind === 'refused') return phase.refusal.kind === 'session';
    return delivery.result.kind === 'refused' && delivery.result.error.code === 'not-logged-in';
  }

  /** Our own result: the room's once there is one, our own while it is being saved. */
  get outcome(): Outcome | null {
    return this.own?.outcome ?? (this.delivery.result.kind === 'saving' ? this.typed : null);
  }

  /** Our own result as this page measured it, even if it does not count. */
  get typed(): Outcome | null {
    return this.phase.kind === 'finished' ? this.phase.typed : null;
  }

  /** True if we have just won: the last key was pressed on this page, the result is saved, and no racer was faster. */
  get hasJustWon(): boolean {
    const { phase, delivery, roster } = this;
    const isSavedNow = phase.kind === 'finished' && phase.isTypedHere && delivery.result.kind === 'saved';
    return isSavedNow && !this.own?.isUnranked && roster.standings[0]?.username === this.username;
  }

  /** Seconds and speed at our end, for the stopwatch; null before it. */
  get final(): Outcome | null {
    return this.outcome ?? this.typed;
  }

  /** Our own accuracy in percent; null if the keys of a finished run are unknown, as in another browser. */
  get accuracy(): number | null {
    return this.run?.accuracy ?? null;
  }

  /** True while keys count. */
  get isTyping(): boolean {
    return this.phase.kind === 'running';
  }

  /** True once the race is over for all racers. */
  get isOver(): boolean {
    return this.phase.kind === 'finished' && this.phase.isOver;
  }

  get isBeforeStart(): boolean {
    return this.#isBeforeCountdown || this.phase.kind === 'starting';
  }

  /** Takes a seat in the room, which shows its text, and connects. */
  async enter(): Promise<void> {
    this.#stay = {};
    const seat = await this.#unlessRefused(this.#services.takeSeat);
    if (!seat) return;
    runInAction(() => this.#sit(seat));
    const seatedAt = performance.now();
    const transport = await this.#unlessRefused(this.#services.loadTransport);
    if (!transport) return;
    runInAction(() => {
      this.isReconnecting = performance.now() - seatedAt > SEAT_FRESH_MS;
      this.#connect(transport);
    });
  }

  /** Leaves the room. The log keeps the typed keys. */
  leave(): void {
    this.#stay = null;
    this.#disconnect();
  }

  /** Applies a key, pressed `at` a time by `performance.now`. */
  press(key: Key, at = performance.now()): void {
    const { run, phase } = this;
    if (!run || phase.kind !== 'running') return;
    this.#services.playSound(run.press(key, at));
    if (run.isFinished) {
      this.#services.log.keep(this, run, phase.startedAt);
      this.#finish(run, phase.startedAt, true);
    } else {
      // After the key is painted: writing to socket and storage takes longer than a frame.
      this.#services.afterPaint(() => {
        if (!this.isTyping) return;
        this.#services.log.keep(this, run, phase.startedAt);
        this.#sendProgress(run);
      });
    }
  }

  /** Returns what `request` resolves to; null after a refusal, or if we have left in the meantime. */
  async #unlessRefused<Answer>(request: () => Promise<Answer>): Promise<Answer | null> {
    const stay = this.#stay;
    try {
      const answer = await request();
      return stay === this.#stay ? answer : null;
    } catch (error) {
      if (stay === this.#stay) runInAction(() => this.#refuse(refusalOf(error)));
      return null;
    }
  }

  #sit({ username, text, participants }: TypingSeat): void {
    this.seat = { username, text, run: new TypingRun(text.text) };
    this.phase = { kind: 'joined' };
    for (const participant of participants) this.roster.join(participant);
  }

  #connect(transport: RaceTransport): void {
    this.#connection = transport.connect(this.#services.token, this.code, {
      connected: () => runInAction(() => void this.#join()),
      disconnected: (error) => runInAction(() => this.#onDisconnected(error)),
      event: (event) => runInAction(() => this.#onEvent(event)),
    });
  }

  async #join(): Promise<void> {
    const isReturn = this.isReconnecting;
    this.isReconnecting = false;
    // Before the countdown a room removes disconnected racers, so the seat has to be taken again.
    if (isReturn && this.#isBeforeCountdown && !(await this.#unlessRefused(this.#services.takeSeat))) return;
    this.#sendJoin();
  }

  #sendJoin(): void {
    this.#connection?.send('join', { code: this.code, username: this.username });
  }

  get #isBeforeCountdown(): boolean {
    return this.phase.kind === 'joined' || this.phase.kind === 'waiting';
  }

  #onDisconnected(error: ServerError | null): void {
    if (error !== null) {
      this.#fail(error);
      return;
    }
    this.isReconnecting = true;
    // Timers start again from the state that the room sends on the return.
    this.#stopTimers();
  }

  /** Ends the race with an error. Results on the page stay. */
  #fail(error: ServerError): void {
    if (this.phase.kind !== 'finished') {
      this.#refuse({ kind: error.code === 'not-logged-in' ? 'session' : 'failed', error });
      return;
    }
    this.#disconnect();
    this.delivery.fail(error);
  }

  #refuse(refusal: RaceRefusal): void {
    this.#disconnect();
    this.phase = { kind: 'refused', refusal };
  }

  #onEvent({ name, payload }: RoomEvent): void {
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
        // Before the countdown the room frees the seat; afterwards the racer may return.
        if (this.#isBeforeCountdown) this.roster.remove(payload.username);
        else this.roster.disconnect(payload.username);
        break;
      case 'finish': {
        const { username, ...outcome } = payload;
        this.roster.record(username, outcome);
        break;
      }
      case 'fault':
        this.#onFault(payload.event, payload);
        break;
      default:
        // A type error if an event is missing above.
        name satisfies never;
    }
  }

  /** Applies the full state, sent on joining and on every return. Only our own typing takes precedence. */
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

  /** Waits for `ms`, then confirms that the `countdown` may begin. */
  #wait(ms: number, countdown: number): void {
    this.#showCountdown('waiting', ms + countdown);
    this.#after(ms, () => this.#confirm('starting'));
  }

  /** Counts down `ms` to the start, then confirms it. */
  #countDown(ms: number): void {
    // The room's clock may have ended the waiting before ours.
    if (this.phase.kind === 'waiting') this.#confirm('starting');
    this.#showCountdown('starting', ms);
    this.#after(ms, () => this.#confirm('start'));
  }

  #confirm(event: 'starting' | 'start'): void {
    if (this.#confirmed.has(event)) return;
    this.#confirmed.add(event);
    this.#connection?.send(event, { code: this.code });
  }

  /** Rounds down to whole seconds, so that the delay before the first one does not show. */
  #showCountdown(kind: 'waiting' | 'starting', ms: number): void {
    this.phase = { kind, endsAt: performance.now() + ms, seconds: Math.max(Math.floor(ms / 1000), 1) };
  }

  /** Starts the race, as of `elapsed` milliseconds ago. */
  #start(elapsed: number): void {
    this.#stopTimers();
    if (this.phase.kind === 'starting') this.#confirm('start');
    if (this.phase.kind !== 'finished') this.phase = { kind: 'running', startedAt: performance.now() - elapsed };
  }

  /** Enters a running race: our own typing continues, and the room gets our progress. */
  #resume(elapsed: number): void {
    this.#start(elapsed);
    // Progress that was sent while the connection was lost never arrived.
    this.#sentProgress = this.own?.completed ?? 0;
    this.#recover();
    if (this.run && this.isTyping) this.#sendProgress(this.run);
  }

  /** Ends the race, which took `ms`. */
  #end(ms: number): void {
    this.#stopTimers();
    // A room refuses progress after the end.
    this.#sentProgress = 100;
    const startedAt = this.#recover();
    this.#conclude(startedAt, outcomeOf(this.run?.cursor ?? 0, ms));
    if (this.phase.kind === 'finished') this.phase = { ...this.phase, isOver: true };
  }

  /**
   * Replays the keys typed before a reload. Sends a finish again if it was never answered, because only the answer
   * confirms that the result is saved. Returns the time of the start.
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
      this.delivery.markSaved();
    }
    return startedAt;
  }

  #sendProgress({ completed }: TypingRun): void {
    this.roster.advance(this.username, completed);
    if (completed === this.#sentProgress) return;
    this.#sentProgress = completed;
    this.#connection?.send('typing', { completed, code: this.code, username: this.username });
  }

  /** Sends refused progress again with the next key or the finish, or after a while. */
  #sendProgressLater(): void {
    this.#sentProgress = null;
    const { run } = this;
    if (run && this.isTyping) this.#after(RESEND_MS, () => this.isTyping && this.#sendProgress(run));
  }

  #finish(run: TypingRun, startedAt: number | null, isTypedHere: boolean): void {
    this.#conclude(startedAt, outcomeOf(run.characters.length, timeOf(run, startedAt)), isTypedHere);
    void this.delivery.deliver(() => {
      // The room accepts a finish only after this.
      this.#sendProgress(run);
      return this.#sendFinish(run, startedAt);
    });
  }

  /** Ends the race for us, unless it has ended. */
  #conclude(startedAt: number | null, typed: Outcome, isTypedHere = false): void {
    if (this.phase.kind === 'finished') return;
    this.phase = { kind: 'finished', startedAt, typed, isTypedHere, isOver: false };
  }

  async #sendFinish(run: TypingRun, startedAt: number | null) {
    const { accuracy, keystrokes } = run;
    if (!this.#connection || accuracy === null) throw new Error('the connection is closed, or the run not finished');
    const fits = new TextEncoder().encode(JSON.stringify(keystrokes)).length <= LONGEST_KEYSTROKES_BYTES;
    const times = fits ? timesOf(run, startedAt) : null;
    return this.#connection.finish({
      username: this.username,
      code: this.code,
      accuracy,
      token: this.#services.token,
      date: new Date().toISOString(),
      ...(fits && { keystrokes }),
      ...(times && { times }),
    });
  }

  #onFault(event: string, error: ServerError): void {
    if (event === 'join') {
      if (isPassing(error)) this.#after(RESEND_MS, () => this.#sendJoin());
      else this.#fail(error);
    } else if (event === 'finish') {
      // One that is refused in passing is sent again after its answer.
      if (!isPassing(error)) this.delivery.fail(error);
    } else {
      if (event === 'typing') this.#sendProgressLater();
      console.warn(`the server refused "${event}": ${error.reason}`);
    }
  }

  #after(ms: number, action: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, ms);
  }

  #stopTimers(): void {
    clearTimeout(this.#timer);
    this.delivery.pause();
  }

  #disconnect(): void {
    this.#stopTimers();
    this.isReconnecting = false;
    this.#connection?.close();
    this.#connection = null;
  }
}

/** The outcome of typing `characters` in `ms`. */
function outcomeOf(characters: number, ms: number): Outcome {
  return { time: twoDecimals(ms / 1000), wpm: wpm(characters, ms) };
}

/** The time from the start to the last key, in milliseconds. */
function timeOf(run: TypingRun, startedAt: number | null): number {
  return startedAt === null ? 0 : (run.keysSince(startedAt).at(-1)?.ms ?? performance.now() - startedAt);
}

/** Returns the whole milliseconds from the start to each key; null if they are unknown, or too many for one event. */
function timesOf(run: TypingRun, startedAt: number | null): number[] | null {
  if (startedAt === null) return null;
  const times = run.keysSince(startedAt).map(({ ms }) => ms);
  if (times.includes(null)) return null;
  const whole = times.map((ms) => Math.round(ms ?? 0));
  return JSON.stringify(whole).length <= LONGEST_TIMES_BYTES ? whole : null;
}
