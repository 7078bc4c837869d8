import { makeAutoObservable, observableRef, observableShallow } from 'mobx';
import type { Lane, Outcome, Participant } from '../net/wire';

/** One racer of a room, as shown in their lane. The object stays the same for the whole race. */
export class Racer {
  /** The share of the text that is typed, in whole percent. */
  completed = 0;
  isConnected = true;
  outcome: Outcome | null = null;

  constructor(public participant: Participant) {
    makeAutoObservable(this, { participant: observableRef, outcome: observableRef });
  }

  get username(): string {
    return this.participant.username;
  }

  /** Applies the server's state of this racer. */
  update(lane: Lane): void {
    this.participant = lane;
    this.completed = lane.completed;
    this.isConnected = lane.connected;
    this.outcome = lane.finish ?? null;
  }

  /** True if the result counts for nothing, so that this racer has no place. */
  get isUnranked(): boolean {
    return this.outcome?.unranked === true;
  }

  /** Returns whether this racer is ahead of `other`: finishers by time, then all others by progress. */
  isAheadOf(other: Racer): boolean {
    if (this.outcome && other.outcome) return this.outcome.time < other.outcome.time;
    if (this.outcome || other.outcome) return this.outcome !== null;
    return this.completed > other.completed;
  }
}

/** The racers of a room. */
export class Roster {
  /** By name, in the order in which they took their seats. Those who hide their name from watchers go by their lane. */
  racers = new Map<string, Racer>();

  constructor() {
    makeAutoObservable(this, { racers: observableShallow });
  }

  /** Racers who have finished, the fastest first, and those without a place last. */
  get standings(): { username: string; outcome: Outcome; place: number | null }[] {
    const last = this.racers.size + 1;
    return [...this.racers.values()]
      .flatMap((racer) =>
        racer.outcome ? [{ username: racer.username, outcome: racer.outcome, place: this.placeOf(racer) }] : [],
      )
      .sort((one, other) => (one.place ?? last) - (other.place ?? last) || one.outcome.time - other.outcome.time);
  }

  get areAllFinished(): boolean {
    return [...this.racers.values()].every(({ outcome }) => outcome !== null);
  }

  /** The place of `racer`, from 1, shared by those equally far. Null if their result is not ranked. */
  placeOf(racer: Racer): number | null {
    if (racer.isUnranked) return null;
    return 1 + [...this.racers.values()].filter((other) => !other.isUnranked && other.isAheadOf(racer)).length;
  }

  /** Replaces all racers. A known racer keeps their object, so that their lane stays. */
  update(lanes: readonly Lane[]): void {
    this.racers = new Map(
      lanes.map((lane, index) => {
        const key = lane.username || `#${index}`;
        const racer = this.racers.get(key) ?? new Racer(lane);
        racer.update(lane);
        return [key, racer];
      }),
    );
  }

  /** Adds a racer, or marks them as connected again. */
  join(participant: Participant): void {
    const racer = this.racers.get(participant.username);
    if (racer) racer.isConnected = true;
    else this.racers.set(participant.username, new Racer(participant));
  }

  remove(username: string): void {
    this.racers.delete(username);
  }

  disconnect(username: string): void {
    const racer = this.racers.get(username);
    if (racer) racer.isConnected = false;
  }

  advance(username: string, completed: number): void {
    const racer = this.racers.get(username);
    if (racer) racer.completed = completed;
  }

  record(username: string, outcome: Outcome): void {
    const racer = this.racers.get(username);
    if (!racer) return;
    racer.outcome = outcome;
    racer.completed = 100;
  }
}
