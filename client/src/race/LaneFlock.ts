import { inKeyPause } from '../typing/keyPause';

/** What a lane shows of its racer. */
export interface LaneSight {
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

interface Bird {
  elements: LaneElements;
  sight: LaneSight;
  /** Where the bird is shown, in percent. */
  shown: number;
}

/** While somebody types, a bird is where its racer is after this time, in milliseconds. */
const CATCH_UP_MS = 400;

/** How close is there, in percent: a fraction of a pixel. */
const THERE = 0.1;

/** How often the numbers of the lanes change, in milliseconds. */
const NUMBERS_MS = 500;

/**
 * Moves the birds of all lanes together. Where nobody types they glide at once. For a typist they take a small step in
 * the pause after each key: as long as anything glides, the browser draws frame after frame, and every key waits for
 * one of these to be out before its own.
 */
export class LaneFlock {
  private readonly birds = new Set<Bird>();
  private steppedAt = 0;
  private numberedAt = 0;

  /** @param isTyping Whether this page has a typist, whose keys come first. */
  constructor(private readonly isTyping: () => boolean) {}

  /** Shows a lane, at once where its racer is; answers with what shows it anew, and what forgets it. */
  add(elements: LaneElements, sight: LaneSight): { show: (sight: LaneSight) => void; remove: () => void } {
    const bird: Bird = { elements, sight, shown: sight.completed };
    this.birds.add(bird);
    place(bird);
    number(bird);
    return {
      show: (next) => {
        bird.sight = next;
        if (this.isTyping()) inKeyPause(this.fly);
        else this.fly(false);
      },
      remove: () => this.birds.delete(bird),
    };
  }

  private readonly fly = (isTyping: boolean): void => {
    const now = performance.now();
    const share = isTyping ? Math.min((now - this.steppedAt) / CATCH_UP_MS, 1) : 1;
    const isNumbering = !isTyping || now - this.numberedAt >= NUMBERS_MS;
    this.steppedAt = now;
    if (isNumbering) this.numberedAt = now;
    let areAllThere = isNumbering;
    for (const bird of this.birds) {
      const { completed } = bird.sight;
      const ahead = completed - bird.shown;
      if (ahead !== 0) {
        bird.shown = Math.abs(ahead) < THERE ? completed : bird.shown + ahead * share;
        bird.elements.flight.style.transition = isTyping ? 'none' : '';
        place(bird);
      }
      if (bird.shown !== completed) areAllThere = false;
      if (isNumbering) number(bird);
    }
    if (!areAllThere) inKeyPause(this.fly);
  };
}

function place({ elements, shown }: Bird): void {
  elements.flight.style.transform = `translateX(${shown}%)`;
}

function number({ elements, sight }: Bird): void {
  setText(elements.percent, `${sight.completed}%`);
  if (elements.path.ariaValueNow !== String(sight.completed)) elements.path.ariaValueNow = String(sight.completed);
  setText(elements.place, sight.place === null ? '' : String(sight.place));
}

/** Writes into the text that is there: a new text node would be laid out with all around it. */
function setText(element: HTMLElement, text: string): void {
  if (!(element.firstChild instanceof Text)) element.textContent = text;
  else if (element.firstChild.data !== text) element.firstChild.data = text;
}
