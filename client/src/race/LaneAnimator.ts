import { inKeyPause } from '../typing/keyPause';

/** What a lane shows of its racer. */
export interface LaneState {
  /** Whole percent of the text. */
  completed: number;
  /** From 1; null before the start. */
  place: number | null;
}

/** The elements of a lane that show how far its racer is. */
export interface LaneElements {
  path: HTMLElement;
  flight: HTMLElement;
  percent: HTMLElement;
  place: HTMLElement;
}

interface Lane {
  elements: LaneElements;
  state: LaneState;
  /** Where the bird is shown, in percent. */
  shown: number;
}

/** While somebody types, a bird is where its racer is after this time, in milliseconds. */
const CATCH_UP_MS = 400;

/** How close counts as arrived, in percent: a fraction of a pixel. */
const ARRIVED_WITHIN = 0.1;

/** How often the numbers of the lanes change, in milliseconds. */
const NUMBERS_MS = 500;

/**
 * Moves the birds of all lanes together. Where nobody types they glide at once. For a typist they take a small step in
 * the pause after each key: as long as anything glides, the browser draws frame after frame, and every key waits for
 * one of these to be out before its own.
 */
export class LaneAnimator {
  private readonly lanes = new Set<Lane>();
  private steppedAt = 0;
  private numberedAt = 0;

  /** @param isTyping Whether this page has a typist, whose keys come first. */
  constructor(private readonly isTyping: () => boolean) {}

  /** Shows a lane, at once where its racer is; answers with what shows it anew, and what forgets it. */
  add(elements: LaneElements, state: LaneState): { show: (state: LaneState) => void; remove: () => void } {
    const lane: Lane = { elements, state, shown: state.completed };
    this.lanes.add(lane);
    place(lane);
    number(lane);
    return {
      show: (next) => {
        lane.state = next;
        if (this.isTyping()) inKeyPause(this.fly);
        else this.fly(false);
      },
      remove: () => this.lanes.delete(lane),
    };
  }

  private readonly fly = (isTyping: boolean): void => {
    const now = performance.now();
    const share = isTyping ? Math.min((now - this.steppedAt) / CATCH_UP_MS, 1) : 1;
    const isNumbering = !isTyping || now - this.numberedAt >= NUMBERS_MS;
    this.steppedAt = now;
    if (isNumbering) this.numberedAt = now;
    let allArrived = isNumbering;
    for (const lane of this.lanes) {
      const { completed } = lane.state;
      const ahead = completed - lane.shown;
      if (ahead !== 0) {
        lane.shown = Math.abs(ahead) < ARRIVED_WITHIN ? completed : lane.shown + ahead * share;
        lane.elements.flight.style.transition = isTyping ? 'none' : '';
        place(lane);
      }
      if (lane.shown !== completed) allArrived = false;
      if (isNumbering) number(lane);
    }
    if (!allArrived) inKeyPause(this.fly);
  };
}

function place({ elements, shown }: Lane): void {
  elements.flight.style.transform = `translateX(${shown}%)`;
}

function number({ elements, state }: Lane): void {
  setText(elements.percent, `${state.completed}%`);
  if (elements.path.ariaValueNow !== String(state.completed)) elements.path.ariaValueNow = String(state.completed);
  setText(elements.place, state.place === null ? '' : String(state.place));
}

/** Writes into the text that is there: a new text node would be laid out with all around it. */
function setText(element: HTMLElement, text: string): void {
  if (!(element.firstChild instanceof Text)) element.textContent = text;
  else if (element.firstChild.data !== text) element.firstChild.data = text;
}
