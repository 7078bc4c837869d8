import { makeAutoObservable, observableRef } from 'mobx';
import type { WatchTransport } from '../net/WatchTransport';
import { inOrder, type Racer } from '../race/Roster';
import { WatchedRace } from '../watch/WatchedRace';

/** The heats of a round, which are watched as one race. */
export class Heats {
  races: readonly WatchedRace[] = [];
  /** No lane is the watcher's own. */
  readonly username = '';
  readonly #loadTransport: () => Promise<WatchTransport>;

  constructor(loadTransport: () => Promise<WatchTransport>) {
    this.#loadTransport = loadTransport;
    makeAutoObservable(this, { races: observableRef });
  }

  /** Watches these rooms, and no others. */
  watch(rooms: readonly string[]): void {
    for (const race of this.races) if (!rooms.includes(race.code)) race.close();
    this.races = rooms.map(
      (room) => this.races.find(({ code }) => code === room) ?? new WatchedRace(room, this.#loadTransport),
    );
    for (const race of this.races) race.open();
  }

  /** The racers of all heats. */
  get roster(): { racers: ReadonlyMap<string, Racer> } {
    return { racers: new Map(this.racers.map((racer) => [String(racer.key), racer])) };
  }

  get racers(): Racer[] {
    return this.races.flatMap(({ roster }) => [...roster.racers.values()]);
  }

  /** The racers of all heats, the one who leads first. */
  get leading(): Racer[] {
    return inOrder(this.racers);
  }

  get nFinished(): number {
    return this.racers.filter(({ outcome }) => outcome !== null).length;
  }

  /** The heat that says for all how far the round is: the first one that is not over. */
  get first(): WatchedRace | undefined {
    return this.races.find(({ isOver, phase }) => !isOver && phase.kind !== 'unseen');
  }

  /** True while a heat counts down or runs. */
  get isRacing(): boolean {
    return this.races.some(({ isOver, phase: { kind } }) => !isOver && (kind === 'starting' || kind === 'running'));
  }

  /** The place of `racer` among those of all heats; null before the start. */
  placeOf(racer: Racer): number | null {
    if (racer.isUnranked || this.first?.isBeforeStart) return null;
    return 1 + this.racers.filter((other) => !other.isUnranked && other.isAheadOf(racer)).length;
  }
}
