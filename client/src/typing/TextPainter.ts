import { afterNextFrame } from '../platform/frame';
import { Caret } from './Caret';
import { keyWasTyped } from './keyPause';
import { type LineClasses, TextLines } from './TextLines';
import type { TypingRun } from './TypingRun';

/** The elements that show a text. */
export interface TextElements {
  /** Clips the text to some lines. */
  view: HTMLElement;
  /** Holds lines and caret, and is moved up when the text is longer than the view. */
  page: HTMLElement;
  caret: HTMLElement;
}

/** The share of the view from which on it counts as wholly on the screen: the rest is rounding. */
const WHOLE = 0.98;

/**
 * Shows a run in its elements, without React. A key changes the text of one line and moves the caret; it reads nothing from
 * the layout, as places are measured when the text gets its lines.
 */
export class TextPainter {
  private readonly lines: TextLines;
  private readonly caret: Caret;
  private readonly stops: (() => void)[];
  /** Width and heights that the lines were made for. */
  private size = '';
  private lineHeight = 0;
  /** How far the page can be moved up, in pixels. */
  private farthest = 0;
  /** How far it is, in pixels. */
  private scrolled = 0;
  private isOnScreen = true;
  private isDisposed = false;

  constructor(
    private readonly run: TypingRun,
    private readonly elements: TextElements,
    classes: LineClasses,
  ) {
    const { view, page } = elements;
    this.lines = new TextLines(page, run, classes);
    this.caret = new Caret(elements.caret);
    const resize = new ResizeObserver(() => {
      if (this.currentSize() !== this.size) this.layOut();
    });
    resize.observe(view);
    resize.observe(page);
    const sight = new IntersectionObserver(
      (changes) => {
        this.isOnScreen = (changes.at(-1)?.intersectionRatio ?? 1) >= WHOLE;
      },
      { threshold: WHOLE },
    );
    sight.observe(view);
    const onFont = () => this.layOut();
    document.fonts.addEventListener('loadingdone', onFont);
    this.stops = [
      () => resize.disconnect(),
      () => sight.disconnect(),
      () => document.fonts.removeEventListener('loadingdone', onFont),
      run.onTouched((touched) => {
        this.lines.show(touched);
        this.moveCaret();
        keyWasTyped();
        // The line below is in view already: moving the page shares no frame with a key.
        if (!this.isOnScreen || this.scrollForCaret() !== this.scrolled) afterNextFrame(() => this.bringIntoView());
      }),
    ];
    this.layOut();
  }

  /** Leaves the elements as they were, for another run. */
  dispose(): void {
    this.isDisposed = true;
    for (const stop of this.stops) stop();
    this.lines.remove();
    this.caret.remove();
    this.elements.page.style.transform = '';
  }

  private layOut(): void {
    const { view, page } = this.elements;
    this.lines.layOut();
    this.lineHeight = page.firstElementChild?.getBoundingClientRect().height ?? 0;
    this.farthest = Math.max(page.offsetHeight - view.clientHeight, 0);
    this.size = this.currentSize();
    this.moveCaret();
    this.scroll();
  }

  private currentSize(): string {
    const { view, page } = this.elements;
    return [view.clientWidth, view.clientHeight, page.offsetHeight].join();
  }

  private moveCaret(): void {
    const place = this.lines.places[this.run.cursor];
    if (place) this.caret.moveTo(place);
  }

  /** How far the page is to be moved up to keep the caret's line and the one above in view, in pixels. */
  private scrollForCaret(): number {
    const top = this.lines.places[this.run.cursor]?.top ?? 0;
    const up = Math.min(Math.max(top - this.lineHeight, 0), this.farthest);
    // Whole pixels of the screen keep letters sharp.
    return Math.round(up * devicePixelRatio) / devicePixelRatio;
  }

  private scroll(): void {
    this.scrolled = this.scrollForCaret();
    this.elements.page.style.transform = `translateY(${-this.scrolled}px)`;
  }

  /** Nobody types blindly: a key also brings back a text that was scrolled away. */
  private bringIntoView(): void {
    if (this.isDisposed) return;
    this.scroll();
    if (!this.isOnScreen) this.elements.view.scrollIntoView({ block: 'nearest' });
  }
}
