import { afterNextFrame } from '../platform/frame';
import { keyWasTyped } from './keyPause';
import { onOtherLook, readLook, type StatusClasses } from './TextLook';
import { TypedLines } from './TypedLines';
import type { Touched, TypingRun } from './TypingRun';
import { wholePixels } from './wholePixels';

/** The elements that show a text. */
export interface TextElements {
  /** Clips the text to some lines. */
  window: HTMLElement;
  /** Holds characters and caret, and is moved when the text is longer than the window. */
  page: HTMLElement;
  caret: HTMLElement;
}

/** The classes that a text wears. */
export interface TextClasses {
  line: string;
  character: StatusClasses;
}

/**
 * Where a frame takes longer than this, in milliseconds, nothing glides: a transition costs the browser four frames more
 * for every key, and a layer that moves a quarter of each frame.
 */
const DEAR_FRAME_MS = 4;

/** How many frames weigh in that: one slow frame proves nothing, nor does one that is fast. */
const FRAMES_WEIGHED = 8;

/** The share of the window from which on it counts as wholly on the screen: the rest is rounding. */
const WHOLE = 0.98;

/** Lines above the caret's line that stay in view. */
const LINES_ABOVE = 1;

/**
 * Paints a run onto its elements. After the first painting a key draws the characters that it touched, and changes where
 * caret and page stand; it reads nothing from the layout. Positions are measured once, and where they or the look of the
 * text may be others: behind a resize, for other colours, when a font has come.
 */
export class TextPainter {
  private readonly lines: TypedLines;
  private lineHeight = 0;
  private windowWidth = 0;
  private windowHeight = 0;
  private pageHeight = 0;
  private caretWidth = 1;
  /** How far the page is moved up, in pixels. */
  private scrolled = 0;
  /** What the last frames with a key took, in milliseconds. */
  private weighed: number[] = [];
  /** Caret and page glide from when frames have proved cheap until they are dear; then they jump to the run's end. */
  private glides = false;
  private isWeighing = true;
  private isWeighingNext = false;
  /** Whether the page's own scroll, or what stands above the text, leaves the whole window on the screen. */
  private isOnScreen = true;
  private isDisposed = false;
  private readonly stops: (() => void)[];

  constructor(
    private readonly run: TypingRun,
    private readonly elements: TextElements,
    private readonly classes: TextClasses,
  ) {
    this.lines = new TypedLines(elements.page, run.characters, classes.line);
    const resize = new ResizeObserver(() => {
      if (this.hasAnotherSize()) this.layOut();
    });
    resize.observe(elements.window);
    resize.observe(elements.page);
    const sight = new IntersectionObserver(
      (changes) => {
        this.isOnScreen = (changes.at(-1)?.intersectionRatio ?? 1) >= WHOLE;
      },
      { threshold: WHOLE },
    );
    sight.observe(elements.window);
    const onRestored = () => this.layOut();
    // The browser may take the pictures from a page that is not seen; what it gives back is empty. The event does not bubble.
    elements.page.addEventListener('contextrestored', onRestored, true);
    this.stops = [
      () => elements.page.removeEventListener('contextrestored', onRestored, true),
      () => resize.disconnect(),
      () => sight.disconnect(),
      onOtherLook(() => this.layOut()),
      run.onTouched((touched) => {
        this.paint(touched);
        keyWasTyped();
        this.weighNextFrame();
      }),
    ];
    this.layOut();
  }

  /** Leaves the elements as they were, for another run. */
  dispose(): void {
    this.isDisposed = true;
    for (const stop of this.stops) stop();
    this.lines.remove();
    this.elements.page.removeAttribute('data-glides');
    this.elements.page.style.transform = '';
  }

  /** Does `work` behind the frame of a key, which the run may not live to see. */
  private behindFrame(work: (workMs: number) => void): void {
    afterNextFrame((workMs) => {
      if (!this.isDisposed) work(workMs);
    });
  }

  private paint({ from, to }: Touched): void {
    this.draw(from, to);
    if (this.glides) this.placeCaret();
    // The line below is in view already: moving the page shares no frame with a key.
    if (this.scrollForCaret() !== this.scrolled) this.behindFrame(() => this.scroll());
    // Nobody types blindly: a key brings the text back to who scrolled away from it.
    if (!this.isOnScreen) this.behindFrame(() => this.elements.window.scrollIntoView({ block: 'nearest' }));
  }

  /** Keys that share a frame, as when a run is typed again after a reload, have it weighed once. */
  private weighNextFrame(): void {
    if (!this.isWeighing || this.isWeighingNext) return;
    this.isWeighingNext = true;
    this.behindFrame((workMs) => {
      this.isWeighingNext = false;
      this.weigh(workMs);
    });
  }

  private weigh(workMs: number): void {
    this.weighed.push(workMs);
    if (this.weighed.length < FRAMES_WEIGHED) return;
    const mean = this.weighed.reduce((sum, ms) => sum + ms, 0) / FRAMES_WEIGHED;
    this.weighed = [];
    this.isWeighing = mean <= DEAR_FRAME_MS;
    if (this.isWeighing === this.glides) return;
    this.glides = this.isWeighing;
    this.draw(this.run.cursor, this.run.cursor);
    this.placeCaret();
    // The layout is read so that the caret begins to glide where it is now.
    this.elements.caret.getBoundingClientRect();
    this.elements.page.toggleAttribute('data-glides', this.glides);
  }

  private hasAnotherSize(): boolean {
    const { window, page } = this.elements;
    return (
      window.clientWidth !== this.windowWidth ||
      window.clientHeight !== this.windowHeight ||
      page.offsetHeight !== this.pageHeight
    );
  }

  private layOut(): void {
    const { window, page, caret } = this.elements;
    const look = readLook({ page, caret }, this.classes.character);
    this.lines.breakAnew(look);
    this.lineHeight = look.lineHeight;
    this.windowWidth = window.clientWidth;
    this.windowHeight = window.clientHeight;
    this.pageHeight = page.offsetHeight;
    this.caretWidth = look.caret.width;
    this.draw(0, this.run.characters.length);
    this.placeCaret();
    this.scroll();
  }

  /** Draws the characters from one to another, both included, and the caret where it stands among them and jumps. */
  private draw(from: number, to: number): void {
    for (let index = from; index <= to; index += 1) {
      const status = this.run.status(index);
      this.lines.draw(index, status, status === 'current' && !this.glides);
    }
  }

  /** Puts the caret that glides to the next character. */
  private placeCaret(): void {
    const box = this.lines.boxes[this.run.cursor];
    if (!box) return;
    const scale = (box.width || this.caretWidth) / this.caretWidth;
    const stretch = scale === 1 ? '' : ` scaleX(${scale})`;
    this.elements.caret.style.transform = `translate(${box.left}px, ${box.top}px)${stretch}`;
  }

  /** How far the page is to be moved up, in pixels, to keep the caret's line in view. */
  private scrollForCaret(): number {
    const top = this.lines.boxes[this.run.cursor]?.top ?? 0;
    const farthest = Math.max(this.pageHeight - this.windowHeight, 0);
    return wholePixels(Math.min(Math.max(top - LINES_ABOVE * this.lineHeight, 0), farthest));
  }

  private scroll(): void {
    const scroll = this.scrollForCaret();
    // Setting a style costs a recalculation even where nothing changes.
    if (scroll === this.scrolled) return;
    this.scrolled = scroll;
    this.elements.page.style.transform = `translateY(${-scroll}px)`;
  }
}
