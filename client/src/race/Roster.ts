import { makeAutoObservable, observableRef, observableShallow } from 'mobx';
import type { Lane, Outcome, Participant } from '../net/wire';

/** One racer of a room, as their lane shows them. The object stays the same for the whole race. */
export class Racer {
  readonly username: string;
  skin: string;
  /** How much of the text is typed, in whole percent. */
  completed = 0;
  isConnected = true;
  outcome: Outcome | null = null;

  constructor({ username, skin }: Participant) {
    this.username = username;
    this.skin = skin;
    makeAutoObservable(this, { outcome: observableRef });
  }

  /** Takes over what the server says of this racer. */
  update(lane: Lane): void {
    this.skin = lane.skin;
    this.completed = lane.completed;
    this.isConnected = lane.connected;
    this.outcome = lane.finish ?? null;
  }

  /** Whether this racer lies before `other`: whoever finished, the faster first, then whoever is farther. */
  isAheadOf(other: Racer): boolean {
    if (this.outcome && other.outcome) return this.outcome.time < other.outcome.time;
    if (this.outcome || other.outcome) return this.outcome !== null;
    return this.completed > other.completed;
  }
}

/** The racers of a room. */
export class Roster {
  /** In the order in which they took their seats. */
  racers = new Map<string, Racer>();

  constructor() {
    makeAutoObservable(this, { racers: observableShallow });
  }

  /** Those who finished, the fastest first. */
  get standings(): { username: string; outcome: Outcome }[] {
    return [...this.racers.values()]
      .flatMap(({ username, outcome }) => (outcome ? [{ username, outcome }] : []))
      .sort((one, other) => one.outcome.time - other.outcome.time);
  }

  /** From 1; those who are equally far share a place. */
  placeOf(racer: Racer): number {
    return 1 + [...this.racers.values()].filter((other) => other.isAheadOf(racer)).length;
  }

  /** Takes over the full picture. A racer who is known keeps their object, so only their own lane repaints. */
  update(lanes: readonly Lane[]): void {
    this.racers = new Map(
      lanes.map((lane) => {
        const racer = this.racers.get(lane.username) ?? new Racer(lane);
        racer.update(lane);
        return [lane.username, racer];
      }),
    );
  }

  /** A racer comes, or comes back. */
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
