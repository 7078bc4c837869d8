import { makeAutoObservable, observableRef, observableShallow } from 'mobx';
import type { Lane, Outcome, Participant } from '../net/wire';

/** The number of racers that this page has seen. */
let nSeen = 0;

/** One racer of a room, as shown in their lane. The object stays the same for the whole race. */
export class Racer {
  /** A number of its own, by which lists tell racers apart who may have no name. */
  readonly key = ++nSeen;
  /** The share of the text that is typed, in whole percent. */
  completed = 0;
  isConnected = true;
  outcome: Outcome | null = null;

  constructor(public participant: Participant) {
    makeAutoObservable(this, { key: false, participant: observableRef, outcome: observableRef });
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

/** Returns racers, the one who leads first. */
export function inOrder(racers: Iterable<Racer>): Racer[] {
  return [...racers].sort((one, other) => Number(other.isAheadOf(one)) - Number(one.isAheadOf(other)));
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

  /** At most `count` racers: those who lead, the first of them first, and in any case `own`. */
  leading(count: number, own = ''): Racer[] {
    const all = inOrder(this.racers.values());
    const leading = all.slice(0, count);
    const isIn = own === '' || leading.some(({ username }) => username === own);
    const racer = isIn ? undefined : this.racers.get(own);
    return racer ? [...leading.slice(0, -1), racer] : leading;
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

  /** Shows the progress in all lanes, in the order of the seats. That of `own` is shown as it is typed. */
  picture(completed: readonly number[], own = ''): void {
    [...this.racers.values()].forEach((racer, index) => {
      if (racer.username !== own || own === '') racer.completed = completed[index] ?? racer.completed;
    });
  }

  record(username: string, outcome: Outcome): void {
    const racer = this.racers.get(username);
    if (!racer) return;
    racer.outcome = outcome;
    racer.completed = 100;
  }
}
