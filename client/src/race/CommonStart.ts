import type { RaceConnection } from '../net/RaceTransport';
import type { State } from '../net/wire';
import { RoomClock } from './RoomClock';

/** The number of times that the room's clock is read in a row: the quickest packet there and the quickest back count. */
const CLOCK_READINGS = 12;

/** The longest time that news of the room may be under way, in milliseconds. A clock that needs more is wrong. */
const LONGEST_WAY_MS = 1000;

/** The start that all pages of a race have in common, by the room's clock, and the opening of the text at it. */
export class CommonStart {
  readonly #clock = new RoomClock();
  #isReading = false;
  /** The room's word for the start: at the latest `by`, and, if it has said so, `at` a time on its clock. */
  #announced: { by: number; at: number | undefined } | null = null;
  #isExpected = false;
  #cancelFrame = () => {};

  /** @param open Called in the frame nearest to the common start. */
  constructor(
    private readonly code: string,
    private readonly inFrameNear: (at: number, action: (frameAt: number) => void) => () => void,
    private readonly open: (startedAt: number, frameAt: number) => void,
  ) {}

  /** The common start by `performance.now`; null if it is unknown. */
  get at(): number | null {
    const { by = 0, at } = this.#announced ?? {};
    const start = at === undefined ? null : this.#clock.pageTime(at);
    return start === null ? null : agreed(start, by);
  }

  /** Expects the start that the room has announced. Without the room's clock, its `start` has to open the text. */
  expect({ ms, at }: Pick<State, 'ms' | 'at'>): void {
    this.#announced = { by: performance.now() + ms, at };
    this.#isExpected = true;
    this.#openInFrame();
  }

  /** Expects it no longer: the text is open, or the connection lost. */
  cancel(): void {
    this.#isExpected = false;
    this.#cancelFrame();
  }

  /** Reads the room's clock several times in a row. */
  async readClock(connection: RaceConnection | null): Promise<void> {
    if (!connection || this.#isReading) return;
    this.#isReading = true;
    try {
      let seen: number | undefined;
      for (let n = 0; n < CLOCK_READINGS; n++) {
        const sentAt = performance.now();
        const { ms } = await connection.clock({ code: this.code, ...(seen !== undefined && { seen }) });
        this.#clock.add({ sentAt, receivedAt: performance.now(), ms });
        seen = ms;
        this.#openInFrame();
      }
    } catch {
      // An older server, or a lost connection: the readings so far have to do.
    }
    this.#isReading = false;
  }

  #openInFrame(): void {
    this.#cancelFrame();
    const startedAt = this.at;
    if (startedAt === null || !this.#isExpected) return;
    this.#cancelFrame = this.inFrameNear(startedAt, (frameAt) => {
      this.#isExpected = false;
      this.open(startedAt, frameAt);
    });
  }
}

/** Returns the start as this page knows it, unless it disagrees with the room, for which the race has started `by` then. */
export function agreed(known: number, by: number): number {
  return by - LONGEST_WAY_MS <= known && known <= by ? known : by;
}
