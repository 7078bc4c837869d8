/** An answer to the question for the time on the room's clock. The page's times are by `performance.now`, which never goes back. */
export interface ClockSample {
  sentAt: number;
  receivedAt: number;
  /** The time on the room's clock, rounded down to whole milliseconds. */
  ms: number;
}

/**
 * The room's clock, as far as this page knows it. The room has answered at some moment between question and answer, so
 * each answer bounds the page's time minus the room's. A quick question narrows one side, a quick answer the other, even if
 * they belong to different round trips.
 */
export class RoomClock {
  #earliest = -Infinity;
  #latest = Infinity;

  add({ sentAt, receivedAt, ms }: ClockSample): void {
    const [earliest, latest] = [sentAt - ms, receivedAt - ms];
    // One of the clocks stood still since the answers before, as in a computer that slept.
    const isPossible = earliest <= this.#latest + ROUNDING_MS && this.#earliest <= latest + ROUNDING_MS;
    this.#earliest = isPossible ? Math.max(this.#earliest, earliest) : earliest;
    this.#latest = isPossible ? Math.min(this.#latest, latest) : latest;
  }

  /** Returns the page's time at `ms` on the room's clock; null if there was no answer yet. */
  pageTime(ms: number): number | null {
    return this.#latest === Infinity ? null : ms + (this.#earliest + this.#latest) / 2;
  }
}

const ROUNDING_MS = 1;
