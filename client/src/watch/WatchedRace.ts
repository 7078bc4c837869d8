import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ErrorCode, ServerError } from '../net/serverError';
import type { WatchEvent, WatchTransport } from '../net/WatchTransport';
import type { Watched } from '../net/watchWire';
import { type Racer, Roster } from '../race/Roster';
import { FIRST_BACK_MS, waitBeforeConnecting } from './reconnecting';

/** The phase of a race that is watched. Moments are those of `performance.now`. */
type WatchedPhase =
  /** Nothing has been seen of it yet. */
  | { kind: 'unseen' }
  | { kind: 'waiting' | 'starting'; endsAt: number }
  | { kind: 'running'; startedAt: number }
  | { kind: 'finished' };

/** The skin of a racer who does not want to be shown. */
const HIDDEN_SKIN = 'hummingbird';

/** A public race as watchers see it. It connects again until it is closed, or the room is. */
export class WatchedRace {
  phase: WatchedPhase = { kind: 'unseen' };
  /** Null until the race runs. */
  text: string | null = null;
  language: string | undefined = undefined;
  /** The reason there is no such race, or no longer. */
  fault: ServerError | null = null;
  isReconnecting = false;
  readonly roster = new Roster();
  /** No lane is the watcher's own. */
  readonly username = '';
  readonly #loadTransport: () => Promise<WatchTransport>;
  #backMs = FIRST_BACK_MS;
  #failures = 0;
  #isOpen = false;
  #connection: { close(): void } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly code: string,
    loadTransport: () => Promise<WatchTransport>,
  ) {
    this.#loadTransport = loadTransport;
    makeAutoObservable(this, { phase: observableRef, fault: observableRef, roster: false });
  }

  get isBeforeStart(): boolean {
    return this.phase.kind !== 'running' && this.phase.kind !== 'finished';
  }

  /** True once nothing more comes of this race. */
  get isOver(): boolean {
    return this.fault !== null || this.phase.kind === 'finished';
  }

  /** How much of the text the first racer has typed, in whole percent. */
  get ahead(): number {
    return Math.max(0, ...[...this.roster.racers.values()].map(({ completed }) => completed));
  }

  placeOf(racer: Racer): number | null {
    return this.isBeforeStart ? null : this.roster.placeOf(racer);
  }

  /** Begins to watch, or goes on. */
  open(): void {
    if (this.#isOpen || this.fault) return;
    this.#isOpen = true;
    void this.#connect();
  }

  /** Stops watching; what was seen stays. */
  close(): void {
    this.#isOpen = false;
    this.#disconnect();
  }

  async #connect(): Promise<void> {
    const transport = await this.#loadTransport().catch(() => null);
    if (!this.#isOpen || this.#connection) return;
    if (!transport) return this.#lost(null);
    this.#connection = transport.connect(this.code, {
      event: (event) => this.take(event),
      lost: (code) => this.#lost(code),
    });
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    this.#connection?.close();
    this.#connection = null;
  }

  #lost(code: ErrorCode | null): void {
    this.#disconnect();
    if (!this.#isOpen) return;
    runInAction(() => {
      this.isReconnecting = true;
    });
    this.#timer = setTimeout(() => void this.#connect(), waitBeforeConnecting(code, this.#backMs, this.#failures));
    this.#failures += 1;
  }

  private take({ name, payload }: WatchEvent): void {
    this.isReconnecting = false;
    this.#failures = 0;
    switch (name) {
      case 'watch':
        this.show(payload);
        break;
      case 'picture':
        this.phase = { kind: 'running', startedAt: performance.now() - payload.ms };
        this.roster.picture(payload.completed);
        break;
      case 'fault':
        this.fault = payload;
        this.close();
    }
  }

  private show({ phase, ms, text, language, back, lanes }: Watched): void {
    const now = performance.now();
    if (phase === 'running') this.phase = { kind: phase, startedAt: now - ms };
    else if (phase === 'finished') this.phase = { kind: phase };
    else this.phase = { kind: phase, endsAt: now + ms };
    this.text = text ?? null;
    this.language = language;
    this.#backMs = back;
    this.roster.update(lanes.map((lane) => ({ username: '', skin: HIDDEN_SKIN, ...lane })));
  }
}
