/** An answer to the question for the time on the room's clock. The page's times are by `performance.now`, which never goes back. */
export interface ClockSample {
  sentAt: number;
  receivedAt: number;
  /** The time on the room's clock, rounded down to whole milliseconds. */
  ms: number;
}

/**
 * The room's clock, as far as this page knows it. The room has answered at some moment between question and answer, so
 * the shortest round trip says most, and half of it is the largest possible error.
 */
export class RoomClock {
  #best: ClockSample | null = null;

  add(sample: ClockSample): void {
    const best = this.#best;
    if (best === null || !isPossible(sample, offsetOf(best)) || roundTrip(sample) <= roundTrip(best))
      this.#best = sample;
  }

  /** Returns the page's time at `ms` on the room's clock; null if there was no answer yet. */
  pageTime(ms: number): number | null {
    return this.#best && ms + offsetOf(this.#best);
  }
}

function roundTrip({ sentAt, receivedAt }: ClockSample): number {
  return receivedAt - sentAt;
}

/** Returns the page's time minus the room's. */
function offsetOf({ sentAt, receivedAt, ms }: ClockSample): number {
  return (sentAt + receivedAt) / 2 - ms;
}

/** Returns whether `sample` agrees with an offset. It does not if one of the clocks stood still since, as in a computer that slept. */
function isPossible({ sentAt, receivedAt, ms }: ClockSample, offset: number): boolean {
  return sentAt - ms - ROUNDING_MS <= offset && offset <= receivedAt - ms + ROUNDING_MS;
}

const ROUNDING_MS = 1;
