import { makeAutoObservable } from 'mobx';
import type { Ghost } from '../../net/api';
import { Racer } from '../Roster';
import { completedAt, finishOf } from './rules';

/** The time between two steps of the ghosts, in milliseconds. Typed keys come first, so they do not move with each frame. */
const STEP_MS = 200;

/** A ghost in its lane, which is that of a racer; but no roster has it. */
export interface GhostRacer {
  ghost: Ghost;
  racer: Racer;
}

/** The ghosts that race with somebody who is alone. Only this page knows them. */
export class Ghosts {
  readonly racers: readonly GhostRacer[];
  /** By `performance.now`. */
  #startedAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(ghosts: readonly Ghost[]) {
    this.racers = ghosts.map((ghost) => ({
      ghost,
      racer: new Racer({ username: ghost.username, skin: ghost.skin }),
    }));
    makeAutoObservable(this, { racers: false });
  }

  /** Starts to move, as of a time by `performance.now`. */
  start(at: number): void {
    this.#startedAt = at;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#step(), STEP_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #step(): void {
    this.show(performance.now() - this.#startedAt);
    if (this.racers.every(({ racer }) => racer.outcome !== null)) this.stop();
  }

  /** Shows the ghosts at `ms` after the start. */
  show(ms: number): void {
    for (const { ghost, racer } of this.racers) {
      const finish = finishOf(ghost.arrivals);
      racer.completed = completedAt(ghost.arrivals, ms);
      if (ms >= finish && racer.outcome === null) racer.outcome = { time: finish / 1000, wpm: ghost.wpm };
    }
  }
}
