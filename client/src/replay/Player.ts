import { makeAutoObservable, observableRef } from 'mobx';
import type { Replay } from '../net/api';
import { type Racer, Roster } from '../race/Roster';
import type { TypingRun } from '../typing/rules/TypingRun';
import {
  completedAt,
  countAt,
  endOf,
  lastOf,
  type Meaning,
  type ReplayCommand,
  runWith,
  stepFrom,
  type Track,
  trackOf,
} from './rules';

/** The speeds of a replay, as multiples of the race's. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** The most keys that are pressed in a run that is shown. With more, it is shown as a new one. */
const KEYS_AT_ONCE = 20;

/** The longest time between two frames that counts, in milliseconds: nothing plays while the page is hidden. */
const LONGEST_FRAME_MS = 250;

/** A replay at one moment: the lanes of all racers, and the text of the chosen one. */
export class Player {
  /** The moment that is shown, in milliseconds after the start. */
  ms = 0;
  isPlaying = false;
  speed: Speed = 1;
  /** The index of the racer whose text is shown. */
  chosen: number;
  /** The text as the chosen racer has typed it; null without their keys. */
  run: TypingRun | null = null;
  readonly roster = new Roster();
  readonly tracks: readonly Track[];
  readonly endMs: number;
  readonly #text: string;
  /** The number of keys that are pressed in `run`. */
  #count = 0;

  /** @param username The visitor's name, whose lane is their own; empty for a guest. */
  constructor(
    { text, lanes }: Replay,
    readonly username: string,
  ) {
    this.#text = text;
    this.tracks = lanes.map((lane) => trackOf(text, lane));
    this.endMs = endOf(this.tracks);
    this.roster.update(lanes.map(({ username, skin }) => ({ username, skin, completed: 0, connected: true })));
    this.chosen = Math.max(
      0,
      this.tracks.findIndex(({ keys }) => keys !== null),
    );
    makeAutoObservable(this, { run: observableRef, tracks: false });
    this.#show();
  }

  get isOver(): boolean {
    return this.ms >= this.endMs;
  }

  /** The chosen racer's track. */
  get track(): Track | undefined {
    return this.tracks[this.chosen];
  }

  /** The names of the racers who have finished. */
  get finished(): string[] {
    return this.tracks.filter(({ endMs }) => this.ms >= endMs).map(({ lane }) => lane.username);
  }

  /** The place of `racer` at this moment; null at the start. */
  placeOf(racer: Racer): number | null {
    return this.ms > 0 ? this.roster.placeOf(racer) : null;
  }

  /** Plays, from the start if the replay is over; or pauses. */
  toggle(): void {
    if (!this.isPlaying && this.isOver) this.seek(0);
    this.isPlaying = !this.isPlaying;
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
  }

  /** Shows the text of another racer. */
  choose(index: number): void {
    if (index >= this.tracks.length) return;
    this.chosen = index;
    this.run = null;
    this.#show();
  }

  /** Goes on by the time since the last frame. Pauses at the end. */
  advance(elapsedMs: number): void {
    this.seek(this.ms + Math.min(elapsedMs, LONGEST_FRAME_MS) * this.speed);
    if (this.isOver) this.isPlaying = false;
  }

  /** Shows another moment. */
  seek(ms: number): void {
    this.ms = Math.min(Math.max(ms, 0), this.endMs);
    this.#show();
  }

  /** Pauses, and goes to the chosen racer's next key or to the one before the last. Returns the last key there. */
  step(by: 1 | -1): Meaning | null {
    this.isPlaying = false;
    const keys = this.track?.keys;
    const ms = keys ? stepFrom(keys, this.ms, by) : null;
    if (!keys || ms === null) return null;
    this.seek(ms);
    return lastOf(this.#text, keys, this.count);
  }

  /** Does what a command asks for. Returns the last key after a step by key. */
  obey(command: ReplayCommand): Meaning | null {
    if (command.kind === 'keys') return this.step(command.by);
    if (command.kind === 'toggle') this.toggle();
    else if (command.kind === 'racer') this.choose(command.index);
    else if (command.kind === 'seconds') this.seek(this.ms + command.by * 1000);
    else this.seek(command.kind === 'start' ? 0 : this.endMs);
    return null;
  }

  /** The number of keys that the chosen racer has pressed. */
  get count(): number {
    return countAt(this.track?.keys ?? [], this.ms);
  }

  #show(): void {
    for (const track of this.tracks) {
      const racer = this.roster.racers.get(track.lane.username);
      if (!racer) continue;
      const { time, wpm, unranked } = track.lane;
      const hasFinished = this.ms >= track.endMs;
      racer.completed = completedAt(track, this.ms);
      if (hasFinished !== (racer.outcome !== null)) racer.outcome = hasFinished ? { time, wpm, unranked } : null;
    }
    this.#type();
  }

  /** Presses the keys since the last moment, or shows a new run where that is not possible. */
  #type(): void {
    const keys = this.track?.keys;
    if (!keys) return;
    const { count } = this;
    const isNear = count >= this.#count && count - this.#count <= KEYS_AT_ONCE;
    if (this.run === null || !isNear) this.run = runWith(this.#text, keys, count);
    else for (const { key, ms } of keys.slice(this.#count, count)) this.run.press(key, ms);
    this.#count = count;
  }
}
