import { betweenKeys } from '../../platform/frame';
import { CHARACTERS_PER_WORD } from '../../typing/rules/score';

/** A line of the text: its characters from `first` up to but not including `end`, and its place in pixels. */
interface Line {
  first: number;
  end: number;
  left: number;
  top: number;
  width: number;
}

/**
 * A second caret, which moves through a text at a constant speed from the first key on. It steps from one character to the
 * next when no key waits for its frame: an animation would make the browser draw all the time, and keys wait for that.
 */
export class PaceCaret {
  readonly #page: HTMLElement;
  readonly #caret = document.createElement('span');
  readonly #characterMs: number;
  readonly #observer: MutationObserver;
  #lines: Line[] = [];
  /** True for a text from the right to the left. */
  #isTurned = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt: number | null = null;
  #isDisposed = false;

  /** @param page The element with the lines of the text, and the caret behind them. */
  constructor(page: HTMLElement, className: string, wpm: number) {
    this.#page = page;
    this.#characterMs = 60_000 / (wpm * CHARACTERS_PER_WORD);
    this.#caret.className = className;
    page.lastElementChild?.before(this.#caret);
    // The text is broken into new lines when its size changes.
    this.#observer = new MutationObserver(() => {
      this.#measure();
      this.#show();
    });
    this.#observer.observe(page, { childList: true });
    this.#measure();
    this.#show();
  }

  /** Starts to move, as of a time by `performance.now`. */
  start(at: number): void {
    this.#startedAt = at;
    this.#step();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    this.#caret.remove();
  }

  /** The index of the character that a typist of this speed types now. */
  get #index(): number {
    return this.#startedAt === null ? 0 : Math.floor((performance.now() - this.#startedAt) / this.#characterMs);
  }

  #step(): void {
    betweenKeys(() => {
      if (this.#isDisposed || this.#startedAt === null) return;
      this.#show();
      if (this.#index >= (this.#lines.at(-1)?.end ?? 0)) return;
      const nextAt = this.#startedAt + (this.#index + 1) * this.#characterMs;
      this.#timer = setTimeout(() => this.#step(), nextAt - performance.now());
    });
  }

  #show(): void {
    const index = this.#index;
    const line = this.#lines.find(({ end }) => index < end) ?? this.#lines.at(-1);
    if (!line) return;
    const { first, end, left, top, width } = line;
    const typed = Math.min(index - first, end - first) / (end - first);
    const x = left + width * (this.#isTurned ? 1 - typed : typed);
    this.#caret.style.transform = `translate(${x}px, ${top}px)`;
  }

  #measure(): void {
    const origin = this.#page.getBoundingClientRect();
    // Boxes are as large as on the screen, where an extension may zoom or scale the page.
    const { width, direction } = getComputedStyle(this.#page);
    const scale = origin.width / Number.parseFloat(width) || 1;
    this.#isTurned = direction === 'rtl';
    const range = document.createRange();
    let first = 0;
    this.#lines = [...this.#page.querySelectorAll(':scope > div')].map((line) => {
      range.selectNodeContents(line);
      const box = range.getBoundingClientRect();
      const place = { left: (box.left - origin.left) / scale, width: box.width / scale };
      const top = (line.getBoundingClientRect().top - origin.top) / scale;
      const end = first + [...(line.textContent ?? '')].length;
      const measured = { first, end, top, ...place };
      first = end;
      return measured;
    });
  }
}
