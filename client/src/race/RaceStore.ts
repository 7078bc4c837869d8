import { makeAutoObservable, observableRef, observableShallow, runInAction } from 'mobx';
import type { TypingSeat } from '../net/api';
import type { RaceConnection, RaceTransport } from '../net/RaceTransport';
import {
  type FinishAnswer,
  LONGEST_KEYSTROKES_BYTES,
  type Outcome,
  type Participant,
  type ServerEvent,
  type State,
} from '../net/wire';
import type { Key } from '../typing/rules/keys';
import { twoDecimals, wpm } from '../typing/rules/score';
import { TypingRun } from '../typing/TypingRun';
import type { KeyLog } from './KeyLog';
import { Racer } from './Racer';
import { type RaceRefusal, refusalOf } from './raceRefusal';

/** Where the race stands for this racer. */
export type RacePhase = 'idle' | 'joining' | 'joined' | 'waiting' | 'starting' | 'running' | 'finished';

/** How far one's own result is. */
export type ResultState =
  | { kind: 'none' | 'saving' }
  /** With the file names of the skins that it unlocked. */
  | { kind: 'saved'; skins: readonly string[] }
  | { kind: 'refused'; reason: string };

/** How long to wait before an unanswered `finish` is sent again, in milliseconds. */
const RESEND_MS = 2000;

/** What a race needs of the rest of the client. */
export interface RaceServices {
  play(token: string, code: string): Promise<TypingSeat>;
  transport: RaceTransport;
  log: KeyLog;
  playSound(correct: boolean | null): void;
  /** Calls `action` when what a key changed has been painted; never, once the page is gone. */
  afterPaint(action: () => void): void;
}

/** One race from this racer's seat, from taking the seat to the standings. */
export class RaceStore {
  phase: RacePhase = 'idle';
  refusal: RaceRefusal | null = null;
  run: TypingRun | null = null;
  author = '';
  /** The room. */
  code = '';
  /** Who we are. */
  username = '';
  /** In the order in which they took their seats. */
  racers = new Map<string, Racer>();
  /** When the countdown that is shown ends, by the page's own clock (`performance.now`). */
  countdownEndsAt: number | null = null;
  /** What that countdown begins with, in whole seconds: the delay before it does not show. */
  countdownSeconds = 0;
  /** When the race started, by the page's own clock. */
  startedAt: number | null = null;
  /** Seconds and speed as we saw them, until the room says what counts. */
  ownEstimate: Outcome | null = null;
  result: ResultState = { kind: 'none' };
  /** Seconds and speed of what does not count: the race was over before the text was, or the room refused our result. */
  uncounted: Outcome | null = null;
  /** Whether the race is over for everybody: all have finished, or its time has run out. */
  isOver = false;
  /** Whether our last key was pressed on this page; not before a reload, nor in another browser. */
  hasJustFinished = false;
  /** Whether the connection is away and tries to come back. */
  isReconnecting = false;

  private token = '';
  private connection: RaceConnection | null = null;
  /** The progress that the room knows of, as far as we can tell. */
  private lastSent: number | null = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts visits, so that a late answer to an earlier one changes nothing. */
  private visit = 0;

  constructor(private readonly services: RaceServices) {
    makeAutoObservable<this, 'services' | 'token' | 'connection' | 'lastSent' | 'timer' | 'visit'>(this, {
      services: false,
      token: false,
      connection: false,
      lastSent: false,
      timer: false,
      visit: false,
      run: observableRef,
      racers: observableShallow,
      refusal: observableRef,
      ownEstimate: observableRef,
      uncounted: observableRef,
      result: observableRef,
    });
  }

  /** Our own lane. */
  get own(): Racer | null {
    return this.racers.get(this.username) ?? null;
  }

  /** Those who finished, the fastest first. */
  get standings(): { username: string; outcome: Outcome }[] {
    return [...this.racers.values()]
      .flatMap(({ username, outcome }) => (outcome ? [{ username, outcome }] : []))
      .sort((one, other) => one.outcome.time - other.outcome.time);
  }

  /** Where `racer` lies, from 1; those who are equally far share a place. Null before the start. */
  placeOf(racer: Racer): number | null {
    if (this.phase !== 'running' && this.phase !== 'finished') return null;
    return 1 + [...this.racers.values()].filter((other) => other.isAheadOf(racer)).length;
  }

  /** Our own result: the room's word once there is one. */
  get outcome(): Outcome | null {
    return this.own?.outcome ?? this.ownEstimate;
  }

  /** Whether we have just won: our last key was pressed on this page, the result is saved, and nobody was faster. */
  get hasJustWon(): boolean {
    return this.hasJustFinished && this.result.kind === 'saved' && this.standings[0]?.username === this.username;
  }

  /** Our own accuracy in percent; null where the keys of a finished run are not known, as in another browser. */
  get accuracy(): number | null {
    return this.run?.isFinished ? this.run.accuracy : null;
  }

  /** Whether keys count. */
  get isTyping(): boolean {
    return this.phase === 'running';
  }

  /** Takes a seat in the room and connects. */
  async enter(token: string, code: string): Promise<void> {
    this.leave();
    const { visit } = this;
    this.token = token;
    this.code = code;
    this.phase = 'joining';
    try {
      const seat = await this.services.play(token, code);
      runInAction(() => {
        if (visit === this.visit) this.sit(seat);
      });
    } catch (error) {
      runInAction(() => {
        if (visit === this.visit) this.refusal = refusalOf(error);
      });
    }
  }

  /** Leaves the room and forgets the race. */
  leave(): void {
    this.keepKeys();
    this.visit += 1;
    this.hangUp();
    this.phase = 'idle';
    this.refusal = null;
    this.run = null;
    this.racers = new Map();
    this.username = '';
    this.countdownEndsAt = null;
    this.startedAt = null;
    this.ownEstimate = null;
    this.result = { kind: 'none' };
    this.uncounted = null;
    this.isOver = false;
    this.hasJustFinished = false;
    this.isReconnecting = false;
    this.lastSent = 0;
  }

  press(key: Key): void {
    const { run } = this;
    if (!run || !this.isTyping) return;
    run.press(key);
    this.services.playSound(run.lastWasCorrect);
    if (run.isFinished) {
      this.hasJustFinished = true;
      this.finish(run);
    } else if (run.completed !== this.lastSent) {
      // The racer sees the key first: writing to socket and storage takes longer than its frame may.
      const { visit } = this;
      this.services.afterPaint(() => this.isCurrent(visit) && this.tellProgress(run));
    }
  }

  /** Keeps the keys of a race that runs, for when the page comes back. Where it was taken over, another does. */
  keepKeys(): void {
    if (this.isTyping && this.connection && this.run && this.startedAt !== null)
      this.log.keep(this, this.run, this.startedAt);
  }

  private sit(seat: TypingSeat): void {
    this.username = seat.username;
    this.author = seat.text.author;
    this.run = new TypingRun(seat.text.text);
    for (const participant of seat.participants) this.racers.set(participant.username, new Racer(participant));
    this.phase = 'joined';
    const { visit } = this;
    const connection = this.services.transport.connect(this.token, this.code, {
      connected: () => runInAction(() => void (this.isCurrent(visit) && this.join(connection))),
      disconnected: (reason) => runInAction(() => this.isCurrent(visit) && this.lose(reason)),
      event: (event) => runInAction(() => this.isCurrent(visit) && this.hear(event)),
    });
    this.connection = connection;
  }

  private isCurrent(visit: number): boolean {
    return visit === this.visit;
  }

  private async join(connection: RaceConnection): Promise<void> {
    const { visit } = this;
    const isReturn = this.isReconnecting;
    this.isReconnecting = false;
    // Before the countdown a room removes who is away, so the seat has to be taken again.
    if (isReturn && this.isBeforeCountdown && !(await this.takeSeatAgain(visit))) return;
    connection.send('join', { code: this.code, username: this.username });
  }

  private async takeSeatAgain(visit: number): Promise<boolean> {
    try {
      await this.services.play(this.token, this.code);
    } catch (error) {
      runInAction(() => {
        if (!this.isCurrent(visit)) return;
        this.refusal = refusalOf(error);
        this.hangUp();
      });
      return false;
    }
    return this.isCurrent(visit);
  }

  private get isBeforeCountdown(): boolean {
    return this.phase === 'joined' || this.phase === 'waiting';
  }

  private lose(reason: string): void {
    if (reason === 'retrying') {
      this.isReconnecting = true;
      // What is due goes on from the full picture that the room gives on the return, and not before it.
      this.cancelTimer();
    } else {
      this.fail(reason);
    }
  }

  /** There is no way back into the race. Results that are on the page stay there. */
  private fail(reason: string): void {
    this.keepKeys();
    this.hangUp();
    this.isReconnecting = false;
    if (this.phase !== 'finished') this.refusal = { kind: 'failed', message: reason };
    else if (this.result.kind === 'saving') this.takeAnswer({ reason });
  }

  private hear(event: ServerEvent): void {
    switch (event.name) {
      case 'state':
        this.applyState(event.payload);
        break;
      case 'join':
        this.welcome(event.payload);
        break;
      case 'waiting':
        this.wait(event.payload.ms, event.payload.countdown);
        break;
      case 'starting':
        this.countDown(event.payload.ms);
        break;
      case 'start':
        this.start(event.payload.ms ?? 0);
        break;
      case 'typing':
        this.advance(event.payload.username, event.payload.completed);
        break;
      case 'leave':
        this.farewell(event.payload.username);
        break;
      case 'finish': {
        const { username, ...outcome } = event.payload;
        this.recorded(username, outcome);
        break;
      }
      case 'fault':
        this.refused(event.payload.event, event.payload.reason);
        break;
    }
  }

  /** The full picture, on joining and on every return: the server wins, except over what we ourselves have typed. */
  private applyState(state: State): void {
    this.racers = new Map(
      state.participants.map((lane) => {
        // A racer we know keeps their object, so only their own lane repaints.
        const racer = this.racers.get(lane.username) ?? new Racer(lane);
        racer.update(lane);
        return [lane.username, racer];
      }),
    );
    switch (state.phase) {
      case 'waiting':
        this.wait(state.ms, state.countdown ?? 0);
        break;
      case 'starting':
        this.countDown(state.ms);
        break;
      case 'running':
        this.resume(state.ms);
        break;
      case 'finished':
        this.end(state.ms);
        break;
    }
  }

  private welcome(participant: Participant): void {
    const racer = this.racers.get(participant.username);
    if (racer) racer.isConnected = true;
    else this.racers.set(participant.username, new Racer(participant));
  }

  private advance(username: string, completed: number): void {
    const racer = this.racers.get(username);
    if (racer) racer.completed = completed;
  }

  /** Before the countdown a seat is given back; afterwards its racer may return. */
  private farewell(username: string): void {
    if (this.isBeforeCountdown) {
      this.racers.delete(username);
      return;
    }
    const racer = this.racers.get(username);
    if (racer) racer.isConnected = false;
  }

  /** The room waits for `ms` more; then we say that the `countdown` may begin, which only confirms. */
  private wait(ms: number, countdown: number): void {
    this.phase = 'waiting';
    this.showCountdown(ms + countdown);
    this.after(ms, () => this.connection?.send('starting', { code: this.code }));
  }

  /** The race starts in `ms`; then we say so, which only confirms. */
  private countDown(ms: number): void {
    this.phase = 'starting';
    this.showCountdown(ms);
    this.after(ms, () => this.connection?.send('start', { code: this.code }));
  }

  private showCountdown(ms: number): void {
    this.countdownEndsAt = performance.now() + ms;
    this.countdownSeconds = Math.max(Math.floor(ms / 1000), 1);
  }

  /** The race started `elapsed` milliseconds ago. */
  private start(elapsed: number): void {
    this.cancelTimer();
    this.countdownEndsAt = null;
    this.startedAt = performance.now() - elapsed;
    if (this.phase !== 'finished') this.phase = 'running';
  }

  /** We come to a race that runs: our own typing goes on where it was, and the room is told where that is. */
  private resume(elapsed: number): void {
    this.start(elapsed);
    const { run, own } = this;
    if (!run || !own) return;
    // What was told while the connection was away never came: only what the room shows counts, also before a finish.
    this.lastSent = own.completed;
    this.recover();
    if (this.phase !== 'finished') this.tellProgress(run);
  }

  /** The race of `ms` is over, for us as well: all have finished, or its time has run out. */
  private end(ms: number): void {
    this.cancelTimer();
    this.countdownEndsAt = null;
    this.isOver = true;
    this.phase = 'finished';
    // A race that is over is told of no progress.
    this.lastSent = 100;
    this.recover();
    if (this.run && !this.outcome) this.uncounted ??= outcomeOf(this.run.cursor, ms);
  }

  /**
   * After a reload the keys typed before are typed again. A finish that was never answered is sent once more: what the
   * room shows may not be in the database yet, and only the answer says that it is.
   */
  private recover(): void {
    const { run, own, result } = this;
    if (!run || !own) return;
    if (run.keystrokes === '') {
      const startedAt = this.log.replay(this, run);
      this.startedAt ??= startedAt;
    }
    if (run.isFinished && (result.kind === 'none' || result.kind === 'saving')) {
      this.finish(run);
    } else if (own.outcome) {
      this.phase = 'finished';
      if (result.kind === 'none') this.result = { kind: 'saved', skins: [] };
    }
  }

  private tellProgress({ completed }: TypingRun): void {
    if (this.own) this.own.completed = completed;
    if (completed === this.lastSent) return;
    this.lastSent = completed;
    this.connection?.send('typing', { completed, code: this.code, username: this.username });
    this.keepKeys();
  }

  private finish(run: TypingRun): void {
    this.keepKeys();
    if (this.phase !== 'finished') {
      const ms = performance.now() - (this.startedAt ?? performance.now());
      this.ownEstimate = outcomeOf(run.characters.length, ms);
      this.phase = 'finished';
    }
    this.result = { kind: 'saving' };
    this.tellProgress(run);
    void this.sendFinish(run);
  }

  /** Sends the result until it is answered. The room counts it once, however often it comes. */
  private async sendFinish(run: TypingRun): Promise<void> {
    const { visit, connection } = this;
    if (!connection) return;
    const fits = new TextEncoder().encode(JSON.stringify(run.keystrokes)).length <= LONGEST_KEYSTROKES_BYTES;
    try {
      const answer = await connection.finish({
        username: this.username,
        code: this.code,
        accuracy: run.accuracy,
        token: this.token,
        date: new Date().toISOString(),
        ...(fits ? { keystrokes: run.keystrokes } : {}),
      });
      runInAction(() => this.isCurrent(visit) && this.takeAnswer(answer));
    } catch {
      // No answer. While the connection is away, its return sends the result again (`resume`).
      if (!this.isCurrent(visit) || this.isReconnecting || this.result.kind !== 'saving') return;
      this.after(RESEND_MS, () => {
        if (!this.isReconnecting && this.result.kind === 'saving') void this.sendFinish(run);
      });
    }
  }

  private takeAnswer(answer: FinishAnswer): void {
    if ('reason' in answer) {
      this.result = { kind: 'refused', reason: answer.reason };
      this.uncounted = this.ownEstimate ?? this.uncounted;
      this.ownEstimate = null;
    } else {
      const { skins = [], ...outcome } = answer;
      this.recorded(this.username, outcome);
      this.result = { kind: 'saved', skins };
    }
  }

  private recorded(username: string, outcome: Outcome): void {
    const racer = this.racers.get(username);
    if (!racer) return;
    racer.outcome = outcome;
    racer.completed = 100;
  }

  private refused(event: string, reason: string): void {
    if (event === 'join') {
      this.fail(reason);
    } else if (event === 'finish' && this.result.kind === 'saving') {
      this.takeAnswer({ reason });
    } else {
      // The room does not know our progress now, so the next key, or the finish, tells it again.
      if (event === 'typing') this.lastSent = null;
      console.warn(`the server refused "${event}": ${reason}`);
    }
  }

  private get log(): KeyLog {
    return this.services.log;
  }

  private after(ms: number, action: () => void): void {
    this.cancelTimer();
    this.timer = setTimeout(action, ms);
  }

  private cancelTimer(): void {
    clearTimeout(this.timer);
  }

  private hangUp(): void {
    this.cancelTimer();
    this.connection?.close();
    this.connection = null;
  }
}

/** What typing so many characters in `ms` comes to. */
function outcomeOf(characters: number, ms: number): Outcome {
  return { time: twoDecimals(ms / 1000), wpm: wpm(characters, ms) };
}
