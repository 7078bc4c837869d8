import { makeAutoObservable, observableRef } from 'mobx';
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
