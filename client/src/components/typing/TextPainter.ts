import { afterNextFrame } from '../../frame';
import type { Status } from '../../typing/Typing';
import type { Touched, TypingRun } from '../../typing/TypingRun';
import { keyWasTyped } from './keyPause';

/** The elements that show a text. */
export interface TextElements {
  /** Clips the text to some lines. */
  window: HTMLElement;
  /** Holds characters and caret, and is moved when the text is longer than the window. */
  page: HTMLElement;
  /** One element per character, in order, and one behind the last. */
  characters: readonly HTMLElement[];
  caret: HTMLElement;
}

/**
 * Where a frame takes longer than this, in milliseconds, the caret stops gliding: a transition costs the browser four
 * frames more for every key, and a layer that moves a quarter of each frame.
 */
const DEAR_FRAME_MS = 4;

/** How many frames weigh in that: one slow frame proves nothing. */
const FRAMES_WEIGHED = 8;

/** Lines above the caret's line that stay in view. */
const LINES_ABOVE = 1;

/**
 * Paints a run onto its elements. After the first painting a key changes the class of the characters that it touched
 * and two transforms, and reads nothing from the layout: positions are measured once, and again after a resize.
 */
export class TextPainter {
  private boxes: { left: number; top: number; width: number }[] = [];
  private lineHeight = 0;
  private windowHeight = 0;
  private pageHeight = 0;
  private caretWidth = 1;
  /** How far the page is moved up, in pixels. */
  private scrolled = 0;
  /** What a frame with a key takes, in milliseconds: a running average. */
  private frameMs = 0;
  /** Whether the caret glides. Where frames are dear it is drawn with its character, for the rest of the run. */
  private glides = true;
  private readonly stops: (() => void)[];

  /** @param classOf The class of a character, by its status. */
  constructor(
    private readonly run: TypingRun,
    private readonly elements: TextElements,
    private readonly classOf: Record<Status, string>,
  ) {
    const resize = new ResizeObserver(() => this.measure());
    resize.observe(elements.window);
    const onFonts = () => this.measure();
    document.fonts.addEventListener('loadingdone', onFonts);
    this.stops = [
      () => resize.disconnect(),
      () => document.fonts.removeEventListener('loadingdone', onFonts),
      run.onTouched((touched) => {
        this.paint(touched);
        keyWasTyped();
        if (this.glides) afterNextFrame((workMs) => this.weigh(workMs));
      }),
    ];
    this.measure();
    this.paint({ from: 0, to: run.characters.length });
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    delete this.elements.page.dataset.caret;
  }

  private paint({ from, to }: Touched): void {
    for (let index = from; index <= to; index += 1) {
      const element = this.elements.characters[index];
      if (element) element.className = this.classOf[this.run.status(index)];
    }
    this.placeCaret();
  }

  private weigh(workMs: number): void {
    this.frameMs += (workMs - this.frameMs) / FRAMES_WEIGHED;
    if (this.frameMs <= DEAR_FRAME_MS) return;
    this.glides = false;
    this.elements.page.dataset.caret = 'drawn';
  }

  private measure(): void {
    const { window, page, characters, caret } = this.elements;
    this.boxes = characters.map((element) => ({
      left: element.offsetLeft,
      top: element.offsetTop,
      width: element.offsetWidth,
    }));
    this.lineHeight = Number.parseFloat(getComputedStyle(page).lineHeight);
    this.windowHeight = window.clientHeight;
    this.pageHeight = page.offsetHeight;
    this.caretWidth = caret.offsetWidth || 1;
    this.placeCaret();
  }

  private placeCaret(): void {
    const box = this.boxes[this.run.cursor];
    if (!box) return;
    if (this.glides) {
      const scale = (box.width || this.caretWidth) / this.caretWidth;
      const stretch = scale === 1 ? '' : ` scaleX(${scale})`;
      this.elements.caret.style.transform = `translate(${box.left}px, ${box.top}px)${stretch}`;
    }
    const farthest = Math.max(this.pageHeight - this.windowHeight, 0);
    const scroll = Math.min(Math.max(box.top - LINES_ABOVE * this.lineHeight, 0), farthest);
    // Setting a style costs a recalculation even where nothing changes.
    if (scroll === this.scrolled) return;
    this.scrolled = scroll;
    this.elements.page.style.transform = `translateY(${-scroll}px)`;
  }
}
