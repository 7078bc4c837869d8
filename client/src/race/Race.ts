import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { TextAnswer, TypingSeat } from '../net/api';
import type { RaceConnection, RaceTransport } from '../net/RaceTransport';
import type { RoomEvent } from '../net/readEvent';
import { isPassing, RESEND_MS, type ServerError } from '../net/serverError';
import type { Outcome, RoomText, State } from '../net/wire';
import type { Doubts } from '../typing/rules/FieldKeys';
import { twoDecimals, wpm } from '../typing/rules/score';
import { type Key, TypingRun } from '../typing/rules/TypingRun';
import { agreed, CommonStart } from './CommonStart';
import type { FinishDelivery } from './FinishDelivery';
import { OwnTyping, type OwnTypingServices } from './OwnTyping';
import { SEAT_FRESH_MS } from './queries';
import { type Racer, Roster } from './Roster';
import { isRoomGone, type RaceRefusal, refusalBy, refusalOf } from './refusal';

/** The phases of a race for its racer, each with its own data. Times are by `performance.now`. */
type RacePhase =
  | { kind: 'joining' }
  /** The seat is taken; the room has not sent its state yet. */
  | { kind: 'joined' }
  /** `seconds` is the countdown's first number. Among friends, the waiting ends when the room closes. */
  | { kind: 'waiting' | 'starting'; endsAt: number; seconds: number }
  /** `startedAt` is the common start. */
  | { kind: 'running'; startedAt: number }
  | Finished
  | { kind: 'refused'; refusal: RaceRefusal };

interface Finished {
  kind: 'finished';
  /** Seconds and speed as this page measured them; the room's outcome replaces them. */
  typed: Outcome;
  /** True if the last key was pressed on this page, not before a reload or in another browser. */
  isTypedHere: boolean;
  /** True once the race is over for all racers, whether or not all have finished. */
  isOver: boolean;
}

/** A seat as the server gives it; in an event, whose race has not begun, without a text. */
export type TakenSeat = Omit<TypingSeat, 'text' | 'receipt'> & { text: TextAnswer | null; receipt?: string };

interface Seat {
  username: string;
  /** Null until the room of an event tells it. */
  text: Pick<TextAnswer, 'text' | 'author' | 'language'> | null;
  /** Missing in an event, whose finishes are never late. */
  receipt: string | undefined;
  /** True for a room that matchmaking offers to nobody. */
  isPrivate: boolean;
  /** The number of seats in the room, taken or not. */
  seats: number;
  /** The times of its keys are milliseconds since the start. Null without a text. */
  run: TypingRun | null;
}

/** Services injected into a race. */
export interface RaceServices extends OwnTypingServices {
  /** The seat that `takeSeat` will resolve to, if it is known already. It is shown at once. */
  seat?: TakenSeat | undefined;
  takeSeat(): Promise<TakenSeat>;
  /** Loads the transport; called once the seat is taken. */
  loadTransport(): Promise<RaceTransport>;
  /** Tells the racer why the race was not started. */
  sayStartRefused(error: ServerError): void;
  /** Calls `action` after the next painted frame. */
  afterPaint(action: () => void): void;
  /** Calls `action` in the frame nearest to `at`, with that frame's time. Returns a function that cancels it. */
  inFrameNear(at: number, action: (frameAt: number) => void): () => void;
}

/** One race from this racer's seat, from entering its room to leaving it. */
export class Race {
  phase: RacePhase = { kind: 'joining' };
  seat: Seat | null = null;
  /** The racer who may start this race of friends; null in other rooms, and once the countdown runs. */
  starter: string | null = null;
  readonly roster = new Roster();
  isReconnecting = false;

  readonly #services: RaceServices;
  #connection: RaceConnection | null = null;
  /** The phases that this page has confirmed to the room, each once. */
  readonly #confirmed = new Set<'starting' | 'start'>();
  readonly #commonStart: CommonStart;
  readonly #own: OwnTyping;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The current stay in the room; null after leaving. An object: StrictMode enters, leaves and enters again. */
  #stay: object | null = null;

  constructor(
    readonly code: string,
    services: RaceServices,
  ) {
    this.#services = services;
    this.#own = new OwnTyping(this, services, () => this.#connection);
    this.#commonStart = new CommonStart(code, services.inFrameNear, (startedAt, frameAt) => {
      runInAction(() => this.#open(startedAt));
      this.#confirmOpening(frameAt - startedAt);
    });
    makeAutoObservable(this, {
      code: false,
      roster: false,
      delivery: false,
      phase: observableRef,
      seat: observableRef,
    });
    const { seat } = services;
    if (seat) runInAction(() => this.#sit(seat));
  }

  /** The delivery of our finish. */
  get delivery(): FinishDelivery {
    return this.#own.delivery;
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

  /**
   * The place of `racer`, from 1, shared by those equally far. Null before the start, without a ranked result, and for us
   * while our result is held back.
   */
  placeOf(racer: Racer): number | null {
    if (this.isHeld && racer === this.own) return null;
    return this.isTyping || this.phase.kind === 'finished' ? this.roster.placeOf(racer) : null;
  }

  /** The board of the race: racers who have finished, each with the place that their lane shows. */
  get standings() {
    const isOurs = ({ username }: { username: string }) => this.isHeld && username === this.username;
    return this.roster.standings.map((finisher) => (isOurs(finisher) ? { ...finisher, place: null } : finisher));
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

  /** True if a rule holds our result back, which the room does not know. */
  get isHeld(): boolean {
    const { result } = this.delivery;
    return result.kind === 'saved' && result.isHeld;
  }

  /** True if we have just won: the last key was pressed on this page, the result is saved and counts, and no racer was faster. */
  get hasJustWon(): boolean {
    const { phase, delivery, roster } = this;
    const isSavedNow = phase.kind === 'finished' && phase.isTypedHere && delivery.result.kind === 'saved';
    return isSavedNow && !this.isHeld && !this.own?.isUnranked && roster.standings[0]?.username === this.username;
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

  /** True once the race is over for all racers: the room says so, or each of them has finished. */
  get isOver(): boolean {
    return this.phase.kind === 'finished' && (this.phase.isOver || this.roster.areAllFinished);
  }

  /** True in a room with one seat, whose race begins without waiting. */
  get isSolo(): boolean {
    return this.seat?.seats === 1;
  }

  /** True while we may start the race: as the starter among friends, or alone instead of waiting for opponents. */
  get mayBegin(): boolean {
    if (this.phase.kind !== 'waiting' || this.isReconnecting) return false;
    return this.starter === null ? this.roster.racers.size === 1 : this.starter === this.username;
  }

  get isBeforeStart(): boolean {
    return this.isBeforeCountdown || this.phase.kind === 'starting';
  }

  get isBeforeCountdown(): boolean {
    return this.phase.kind === 'joined' || this.phase.kind === 'waiting';
  }

  /** Takes a seat in the room, which shows its text, and connects. */
  async enter(): Promise<void> {
    this.#stay = {};
    const seat = await this.#unlessRefused(this.#services.takeSeat);
    if (!seat) return;
    if (seat !== this.#services.seat) runInAction(() => this.#sit(seat));
    const seatedAt = performance.now();
    const transport = await this.#unlessRefused(this.#services.loadTransport);
    if (!transport) return;
    runInAction(() => {
      this.isReconnecting = performance.now() - seatedAt > SEAT_FRESH_MS;
      this.#connect(transport);
    });
  }

  /** Starts the countdown, if {@link mayBegin}. */
  begin(): void {
    this.#connection?.send('begin', { code: this.code });
  }

  /** Leaves the room. The browser keeps the typed keys. */
  leave(): void {
    this.#stay = null;
    this.#disconnect();
  }

  /** Applies a key, pressed `at` a time by `performance.now`. Before the start, keys do not count. */
  press(key: Key, at = performance.now()): void {
    const { run, phase } = this;
    if (!run || phase.kind !== 'running' || at < phase.startedAt) return;
    this.#own.press(run, key, at, phase.startedAt);
    if (run.isFinished) {
      this.storeKeys();
      this.#finish(run, true);
    } else {
      // After the key is painted: writing to the socket takes longer than a frame.
      this.#services.afterPaint(() => this.isTyping && this.#own.advance(run));
    }
  }

  /** Stores all keys now, because the page may be about to go. */
  storeKeys(): void {
    this.#own.store();
  }

  /** Counts doubts about the next key. */
  doubt(doubts: Doubts): void {
    if (this.isTyping) this.#own.doubt(doubts);
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

  #sit({ username, text, participants, receipt, private: isPrivate = false, seats }: TakenSeat): void {
    this.seat = { username, text, receipt, isPrivate, seats, run: text && new TypingRun(text.text) };
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
    if (isReturn && this.isBeforeCountdown && !(await this.#unlessRefused(this.#services.takeSeat))) return;
    this.#sendJoin();
  }

  #sendJoin(): void {
    this.#connection?.send('join', { code: this.code, username: this.username });
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
      this.#refuse(refusalBy(error));
      return;
    }
    this.#disconnect();
    this.delivery.fail(error);
  }

  #refuse(refusal: RaceRefusal): void {
    this.#disconnect();
    this.phase = { kind: 'refused', refusal };
    if (isRoomGone(refusal.error)) this.#services.finishes.release(this.code);
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
      case 'starter':
        this.starter = payload.username;
        break;
      case 'starting':
        this.#countDown(payload);
        break;
      case 'start':
        // The text may be open already.
        if (this.phase.kind === 'running') this.#own.hasRoomStarted = true;
        else this.#start(payload.ms ?? 0, this.#commonStart.at);
        this.#catchUp();
        break;
      case 'typing':
        this.roster.advance(payload.username, payload.completed);
        break;
      case 'leave':
        // Before the countdown the room frees the seat; afterwards the racer may return.
        if (this.isBeforeCountdown) this.roster.remove(payload.username);
        else this.roster.disconnect(payload.username);
        break;
      case 'finish': {
        const { username, ...outcome } = payload;
        this.roster.record(username, outcome);
        break;
      }
      case 'win':
        this.delivery.settle(payload);
        break;
      case 'text':
        this.#read(payload);
        break;
      case 'picture':
        this.roster.picture(payload.completed, this.username);
        break;
      case 'fault':
        this.#onFault(payload.event, payload);
        break;
      default:
        // A type error if an event is missing above.
        name satisfies never;
    }
  }

  /** Applies the full state, sent on joining and on every return. Only our own typing takes precedence. */
  #applyState({ phase, ms, countdown = 0, at, participants, starter }: State): void {
    this.roster.update(participants);
    this.starter = starter ?? null;
    // What was sent while the connection was lost never arrived; another server has nothing of the log. A room refuses
    // progress after the end.
    this.#own.restart(phase === 'finished' ? 100 : (this.own?.completed ?? 0));
    switch (phase) {
      case 'waiting':
        this.#wait(ms, countdown);
        break;
      case 'starting':
        this.#countDown({ ms, at });
        break;
      case 'running':
        this.#resume(ms);
        break;
      case 'finished':
        this.#end(ms);
        break;
    }
  }

  /** Waits for `ms`, then confirms that the `countdown` may begin. Friends wait until one of them starts the race. */
  #wait(ms: number, countdown: number): void {
    const isForFriends = this.starter !== null;
    this.#showCountdown('waiting', isForFriends ? ms : ms + countdown);
    if (!isForFriends) this.#after(ms, () => this.#confirm('starting'));
    void this.#commonStart.readClock(this.#connection);
  }

  /** Counts down `ms` to the start, and opens the text at the common start; without the room's clock, at its `start`. */
  #countDown({ ms, at }: Pick<State, 'ms' | 'at'>): void {
    // The room's clock may have ended the waiting before ours.
    if (this.phase.kind === 'waiting' && this.starter === null) this.#confirm('starting');
    this.starter = null;
    this.#showCountdown('starting', ms);
    this.#after(ms, () => this.#commonStart.at === null && this.#confirm('start'));
    this.#commonStart.expect({ ms, at });
    void this.#commonStart.readClock(this.#connection);
  }

  #open(startedAt: number): void {
    if (this.phase.kind !== 'finished') this.phase = { kind: 'running', startedAt };
  }

  /** Tells the room that the text was opened this many milliseconds after the start. */
  #confirmOpening(ms: number): void {
    this.#services.afterPaint(() => this.#confirm('start', { opened: Math.round(ms) }));
  }

  #confirm(event: 'starting' | 'start', more: { opened?: number } = {}): void {
    if (this.#confirmed.has(event)) return;
    this.#confirmed.add(event);
    this.#connection?.send(event, { code: this.code, ...more });
  }

  /** Rounds down to whole seconds, so that the delay before the first one does not show. */
  #showCountdown(kind: 'waiting' | 'starting', ms: number): void {
    this.phase = { kind, endsAt: performance.now() + ms, seconds: Math.max(Math.floor(ms / 1000), 1) };
  }

  /**
   * Opens the text, if it is not open yet. The room has started the race `elapsed` milliseconds ago or, because this news
   * was under way, a little earlier. `known` is the start as this page knows it.
   */
  #start(elapsed: number, known: number | null): void {
    clearTimeout(this.#timer);
    this.#commonStart.cancel();
    this.#own.hasRoomStarted = true;
    const by = performance.now() - elapsed;
    const startedAt = known === null ? by : agreed(known, by);
    if (this.phase.kind === 'starting') {
      if (known === null) this.#confirm('start');
      else this.#services.inFrameNear(by, (frameAt) => this.#confirmOpening(frameAt - startedAt));
    }
    this.#open(startedAt);
  }

  /** Takes the text of an event, which the room keeps until its countdown. */
  #read({ text, author, language }: RoomText): void {
    if (!this.seat || this.seat.run) return;
    const read = { text, author: author ?? '', language: language as TextAnswer['language'] };
    this.seat = { ...this.seat, text: read, run: new TypingRun(text) };
    // We come back to a race that has begun while we were away.
    if (this.phase.kind === 'running') this.#resume(performance.now() - this.phase.startedAt);
  }

  /** Enters a running race: our own typing continues, and the room gets our progress. */
  #resume(elapsed: number): void {
    this.delivery.pause();
    const replayed = this.#replay();
    this.#start(elapsed, this.startedAt ?? replayed ?? this.#commonStart.at);
    this.#recover();
    this.#catchUp();
  }

  /** Ends the race, which took `ms`. */
  #end(ms: number): void {
    this.#stopTimers();
    this.#own.hasRoomStarted = true;
    this.#replay();
    this.#recover();
    this.#conclude(outcomeOf(this.run?.cursor ?? 0, ms));
    if (this.phase.kind === 'finished') this.phase = { ...this.phase, isOver: true };
  }

  /** Replays the keys typed before a reload. Returns the time of the start; null if there are none. */
  #replay(): number | null {
    return this.run && this.#own.replay(this.run);
  }

  /** Sends a finish again if it was never answered, because only the answer confirms that the result is saved. */
  #recover(): void {
    const { run, own } = this;
    if (!run || !own) return;
    if (run.isFinished && this.delivery.isOpen) {
      this.#finish(run, false);
    } else if (own.outcome) {
      this.#conclude(own.outcome);
      this.delivery.markSaved();
    }
  }

  /** Sends the progress that the room could not take before. */
  #catchUp(): void {
    if (this.run && this.isTyping) this.#own.advance(this.run);
  }

  /** Sends refused progress again: at once if keys are missing, else with the next key or the finish, or after a while. */
  #onProgressRefused({ code }: ServerError): void {
    this.#own.restart(null);
    if (code === 'missing-keys') this.#catchUp();
    else if (this.isTyping) this.#after(RESEND_MS, () => this.#catchUp());
  }

  #finish(run: TypingRun, isTypedHere: boolean): void {
    this.#conclude(outcomeOf(run.characters.length, timeOf(run)), isTypedHere);
    this.#own.finish(run, this.seat?.receipt);
  }

  /** Ends the race for us, unless it has ended. */
  #conclude(typed: Outcome, isTypedHere = false): void {
    if (this.phase.kind === 'finished') return;
    this.phase = { kind: 'finished', typed, isTypedHere, isOver: false };
  }

  #onFault(event: string, error: ServerError): void {
    if (event === 'join') {
      if (isPassing(error)) this.#after(RESEND_MS, () => this.#sendJoin());
      else this.#fail(error);
    } else if (event === 'finish') {
      // One that is refused in passing is sent again after its answer.
      if (!isPassing(error)) this.delivery.fail(error);
    } else if (event === 'begin') {
      this.#services.sayStartRefused(error);
    } else {
      if (event === 'typing') this.#onProgressRefused(error);
      console.warn(`the server refused "${event}": ${error.reason}`);
    }
  }

  #after(ms: number, action: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, ms);
  }

  #stopTimers(): void {
    clearTimeout(this.#timer);
    this.#commonStart.cancel();
    this.#own.stop();
  }

  #disconnect(): void {
    this.storeKeys();
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

/** The time from the start to the last key, in milliseconds; 0 if it is unknown. */
function timeOf(run: TypingRun): number {
  return run.keysSince(0).at(-1)?.ms ?? 0;
}
