import { afterNextFrame } from '../platform/frame';
import { hasTurned, type Side, sidesOf } from './rules/direction';
import type { Touched, TypingRun } from './rules/TypingRun';
import classes from './TypedText.module.css';

/** The elements that show a text. */
export interface TextElements {
  /** Clips the text to some lines. */
  view: HTMLElement;
  /** Contains lines and caret, and is moved up if the text is longer than the view. */
  page: HTMLElement;
  /** Marks the next character. */
  caret: HTMLElement;
  /** Some letters in the font of the text, invisible. */
  sample: HTMLElement;
}

/**
 * The line of a character by its index, the character's position in it and width, in the page's own pixels, and the side
 * at which it begins.
 */
interface Place {
  line: number;
  left: number;
  width: number;
  side: Side;
}

/** A line with the characters from `first` up to but not including `end`. */
interface Line {
  first: number;
  end: number;
  element: HTMLElement;
  text: Text;
  /** The typed parts of the line, each with its highlight. */
  marks: { highlight: Highlight; range: StaticRange }[];
}

/** The typed characters of all texts on the page. The style sheet colors them. */
const CORRECT = new Highlight();
const INCORRECT = new Highlight();
CSS.highlights.set(classes.correct ?? '', CORRECT);
CSS.highlights.set(classes.incorrect ?? '', INCORRECT);

/** A change of the caret's width that nobody sees, in pixels: rounding, in a font of one width. */
const SAME_WIDTH_PX = 0.3;

/** The duration of the caret's glide to the next character, in milliseconds. It begins one frame after the key's. */
const GLIDE_MS = 64;

/**
 * The duration of the animation, in glides. Chromium runs the page's main thread for every frame of an animation's last
 * 40 ms. Each key restarts the animation, so these frames come only in a pause.
 */
const GLIDES = 10;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Shows a run in its elements, without React. Each line is one text node, in which typed characters are highlighted, so
 * a key changes neither elements nor layout. Nor does it read layout: all positions are measured when the text is
 * broken into lines.
 */
export class TextView {
  readonly #run: TypingRun;
  readonly #elements: TextElements;
  readonly #isFollowed: boolean;
  /** True while mistakes look like correct characters. */
  #isBlind: boolean;
  readonly #glide: KeyframeEffect;
  readonly #animation: Animation;
  readonly #stops: (() => void)[];
  #lines: Line[] = [];
  /** The positions of all characters, and one more for the caret after the last. */
  #places: readonly Place[] = [];
  /** The heights of a line, of the text and of its visible part, in pixels of the page. */
  #heights = { line: 0, page: 0, view: 0 };
  /** The caret's transform. */
  #caretAt = '';
  #caretWidth = 0;
  #caretSide: Side = 'left';
  /** The widths and heights that the lines were made for. */
  #size = '';
  #isDisposed = false;

  /**
   * @param options `isFollowed` scrolls the page to the text with each key; `isBlind` hides mistakes until the end of
   *   the text is reached.
   */
  constructor(run: TypingRun, elements: TextElements, options: { isFollowed: boolean; isBlind: boolean }) {
    this.#run = run;
    this.#elements = elements;
    this.#isFollowed = options.isFollowed;
    this.#isBlind = options.isBlind;
    this.#glide = new KeyframeEffect(elements.caret, null, { duration: GLIDES * GLIDE_MS, fill: 'forwards' });
    this.#animation = new Animation(this.#glide);
    const resize = new ResizeObserver(() => {
      if (this.#currentSize() !== this.#size) this.#layOut();
    });
    resize.observe(elements.view);
    resize.observe(elements.page);
    // Its width tells a change of font or spacing, which changes no size of lines.
    resize.observe(elements.sample);
    const onFont = () => this.#layOut();
    document.fonts.addEventListener('loadingdone', onFont);
    this.#stops = [
      () => resize.disconnect(),
      () => document.fonts.removeEventListener('loadingdone', onFont),
      run.onTouched((touched) => {
        this.#show(touched);
        // Caret and scrolling would delay the frame that shows the key; the next line is already in view.
        afterNextFrame(() => this.#follow());
      }),
    ];
    this.#layOut();
  }

  /** Restores the elements for another run. */
  dispose(): void {
    this.#isDisposed = true;
    for (const stop of this.#stops) stop();
    this.#removeLines();
    this.#animation.cancel();
    this.#elements.page.style.transform = '';
    this.#elements.caret.style.width = '';
    delete this.#elements.caret.dataset.side;
  }

  /**
   * Breaks the text into lines where the browser breaks it now. A font that arrives mostly leaves the breaks where they
   * are, and then the lines keep their elements: new ones would have to be painted before the text counts as visible.
   */
  #layOut(): void {
    const { characters, text } = this.#run;
    const boxes = this.#measure();
    const lines = this.#linesOf(boxes);
    const firsts = lines.flatMap((line, index) => (line === lines[index - 1] ? [] : [index]));
    if (firsts.join() !== this.#lines.map(({ first }) => first).join()) this.#breakAt(firsts);
    // Each line of a text with both directions is ordered by itself.
    const isMixed = hasTurned(text);
    this.#places = this.#placesOf(isMixed ? this.#measureLines() : boxes, lines, isMixed);
    this.#show({ from: 0, to: characters.length });
    this.#size = this.#currentSize();
    const { view, page } = this.#elements;
    const line = Number.parseFloat(this.#lines[0] ? getComputedStyle(this.#lines[0].element).height : '0');
    this.#heights = { line, page: page.offsetHeight, view: view.clientHeight };
    this.#caretAt = '';
    this.#moveCaret();
    this.#scroll();
  }

  /** Replaces the lines by those that begin at these characters. */
  #breakAt(firsts: readonly number[]): void {
    const { characters } = this.#run;
    this.#removeLines();
    this.#lines = firsts.map((first, index) => {
      const end = firsts[index + 1] ?? characters.length;
      const text = document.createTextNode(characters.slice(first, end).join(''));
      const element = document.createElement('div');
      element.className = classes.line ?? '';
      element.append(text);
      return { first, end, element, text, marks: [] };
    });
    this.#elements.page.prepend(...this.#lines.map(({ element }) => element));
  }

  /** Measures each character in one text node, which only the width of the page breaks, above the lines. */
  #measure(): DOMRect[] {
    const { characters } = this.#run;
    const text = document.createTextNode(characters.join(''));
    this.#elements.page.prepend(text);
    const boxes = boxesOf(text, characters);
    text.remove();
    return boxes;
  }

  /** Measures each character in its line. */
  #measureLines(): DOMRect[] {
    return this.#lines.flatMap(({ text, first, end }) => boxesOf(text, this.#run.characters.slice(first, end)));
  }

  /** Returns the line of each box, by their middles: boxes of another font are of another height. */
  #linesOf(boxes: readonly DOMRect[]): number[] {
    let line = 0;
    let before = Number.POSITIVE_INFINITY;
    return boxes.map(({ top, bottom }) => {
      if (top === bottom) return line;
      const middle = (top + bottom) / 2;
      if (middle - before > (bottom - top) / 2) line += 1;
      before = middle;
      return line;
    });
  }

  /** Returns the places of all characters, and that behind the last. */
  #placesOf(boxes: readonly DOMRect[], lines: readonly number[], isMixed: boolean): Place[] {
    const { page } = this.#elements;
    const { characters } = this.#run;
    const origin = page.getBoundingClientRect();
    const scale = this.#scale;
    const base = getComputedStyle(page).direction === 'rtl' ? 'right' : 'left';
    const sides = isMixed ? sidesOf(characters, base) : [];
    let last: Place = { line: 0, left: 0, width: 0, side: 'left' };
    const places = boxes.map((box, index) => {
      const place = { line: lines[index] ?? 0, width: box.width / scale, side: sides[index] ?? 'left' };
      // A mark without a width of its own is at its letter.
      last = box.width === 0 ? last : { ...place, left: (box.left - origin.left) / scale };
      return last;
    });
    const { left, width, side } = last;
    return [...places, { ...last, left: side === 'left' ? left + width : left - width }];
  }

  /** The size of the page on the screen relative to its own: an extension may zoom or scale it. */
  get #scale(): number {
    const { page } = this.#elements;
    return page.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(page).width) || 1;
  }

  #currentSize(): string {
    const { view, page, sample } = this.#elements;
    return [view.clientWidth, view.clientHeight, page.offsetHeight, sample.getBoundingClientRect().width].join();
  }

  #show({ from, to }: Touched): void {
    if (this.#isBlind && this.#run.cursor === this.#run.characters.length) {
      this.#isBlind = false;
      from = 0;
    }
    for (const line of this.#lines) {
      if (line.first <= to && line.end > from) this.#showLine(line);
    }
  }

  /**
   * Highlights each sequence of correct or incorrect characters. Correct ones in a line that is done have its class
   * instead, because Chromium repaints all lines of a highlight that changes.
   */
  #showLine(line: Line): void {
    unmark(line);
    const { characters, cursor } = this.#run;
    const isDone = line.end <= cursor;
    line.element.classList.toggle(classes.done ?? '', isDone);
    const statusAt = (index: number) => (this.#isBlind ? 'correct' : this.#run.status(index));
    // Also the space at the cursor, if letters were typed behind its word.
    const end = Math.min(line.end, this.#run.status(cursor) === 'incorrect' ? cursor + 1 : cursor);
    let offset = 0;
    for (let from = line.first; from < end; ) {
      const status = statusAt(from);
      const startOffset = offset;
      for (; from < end && statusAt(from) === status; from += 1) offset += characters[from]?.length ?? 0;
      if (isDone && status === 'correct') continue;
      const range = new StaticRange({
        startContainer: line.text,
        startOffset,
        endContainer: line.text,
        endOffset: offset,
      });
      const highlight = status === 'correct' ? CORRECT : INCORRECT;
      highlight.add(range);
      line.marks.push({ highlight, range });
    }
  }

  #removeLines(): void {
    for (const line of this.#lines) {
      unmark(line);
      line.element.remove();
    }
  }

  /** Moves the caret: glides on the compositor; jumps after a new layout, and where nothing should glide. */
  #moveCaret(): void {
    const { line, left, width, side } = this.#places[this.#run.cursor] ?? { line: 0, left: 0, width: 0, side: 'left' };
    const to = `translate(${left}px, ${line * this.#heights.line}px)`;
    if (to === this.#caretAt) return;
    // Not with each key of a font of one width: a new width is a new layout.
    if (Math.abs(width - this.#caretWidth) > SAME_WIDTH_PX) {
      this.#elements.caret.style.width = `${width}px`;
      this.#caretWidth = width;
    }
    if (side !== this.#caretSide) {
      this.#elements.caret.dataset.side = side;
      this.#caretSide = side;
    }
    const from = this.#caretAt === '' || !glides() ? to : this.#caretAt;
    this.#caretAt = to;
    this.#glide.setKeyframes([{ transform: from }, { transform: to, offset: 1 / GLIDES }, { transform: to }]);
    this.#animation.currentTime = 0;
    this.#animation.play();
  }

  /** Moves the page up so that the caret's line and the next one are in view, and the one above if there is room. */
  #scroll(): void {
    const { line, page, view } = this.#heights;
    const above = view < 2.5 * line ? 0 : 1;
    const top = ((this.#places[this.#run.cursor]?.line ?? 0) - above) * line;
    // Whole pixels keep letters sharp.
    const up = Math.round(Math.max(Math.min(top, page - view), 0));
    this.#elements.page.style.transform = `translateY(${-up}px)`;
  }

  /** Moves caret and view after a key. Also scrolls back to a text that is out of view. */
  #follow(): void {
    if (this.#isDisposed) return;
    this.#moveCaret();
    this.#scroll();
    if (this.#isFollowed) this.#elements.view.scrollIntoView({ block: 'nearest' });
  }
}

/** Returns whether the caret glides, by the visitor's settings and the system's. */
function glides(): boolean {
  const { glide, caret } = document.documentElement.dataset;
  return glide !== 'off' && caret !== 'off' && !reducedMotion.matches;
}

function unmark({ marks }: Line): void {
  for (const { highlight, range } of marks.splice(0)) highlight.delete(range);
}

/** Returns the boxes of the characters of a text node on the screen, in order. */
function boxesOf(text: Text, characters: readonly string[]): DOMRect[] {
  const range = document.createRange();
  let end = 0;
  return characters.map((character) => {
    range.setStart(text, end);
    end += character.length;
    range.setEnd(text, end);
    return range.getBoundingClientRect();
  });
}
