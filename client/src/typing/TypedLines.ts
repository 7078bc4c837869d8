import { LineBrush } from './LineBrush';
import type { Status } from './rules/Typing';
import type { TextLook } from './TextLook';

/** Where a character stands on its page, in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
}

/** A line, with the text's characters from `first` to before `end`. */
interface Line {
  first: number;
  end: number;
  element: HTMLElement;
  brush: LineBrush;
}

/**
 * A text in lines. The browser breaks it and says where each character stands; what is seen of it is drawn by a
 * {@link LineBrush} for each line, and the text itself lies there unseen, for screen readers and the page's search.
 */
export class TypedLines {
  /** Of each character, as the text was last broken, and one more for the caret behind the last. */
  boxes: readonly Box[] = [];
  private lines: Line[] = [];
  /** Of each character. */
  private lineOf: Line[] = [];

  /**
   * @param page Holds the lines, before whatever else is in it.
   * @param lineClass The class of a line.
   */
  constructor(
    private readonly page: HTMLElement,
    private readonly characters: readonly string[],
    private readonly lineClass: string,
  ) {}

  /** Breaks the text into lines for the look and the width that the page has now; nothing is drawn on them yet. */
  breakAnew(look: TextLook): void {
    const width = this.page.clientWidth;
    this.remove();
    this.boxes = this.measure(look);
    const firsts = this.firsts(look);
    this.lines = firsts.map((first, index) => this.line(first, firsts[index + 1] ?? this.boxes.length, look, width));
    this.lineOf = this.lines.flatMap((line) => Array<Line>(line.end - line.first).fill(line));
    this.page.prepend(...this.lines.map(({ element }) => element));
  }

  /**
   * Draws a character as it stands.
   *
   * @param withCaret Whether the caret is drawn behind it.
   */
  draw(index: number, status: Status, withCaret: boolean): void {
    const line = this.lineOf[index];
    line?.brush.draw(index - line.first, status, withCaret);
  }

  remove(): void {
    for (const { element } of this.lines) element.remove();
    this.lines = [];
    this.lineOf = [];
  }

  /** Where the browser puts each character, when nothing but the width of the page breaks the text. */
  private measure({ caret }: TextLook): Box[] {
    const text = document.createTextNode(this.characters.join(''));
    this.page.prepend(text);
    const origin = this.page.getBoundingClientRect();
    const range = document.createRange();
    let end = 0;
    const boxes = this.characters.map((character) => {
      range.setStart(text, end);
      end += character.length;
      range.setEnd(text, end);
      const { left, top, width } = range.getBoundingClientRect();
      return { left: left - origin.left, top: top - origin.top, width };
    });
    text.remove();
    const last = boxes.at(-1) ?? { left: 0, top: 0, width: 0 };
    return [...boxes, { left: last.left + last.width, top: last.top, width: caret.width }];
  }

  /** The first character of each line. */
  private firsts({ lineHeight }: TextLook): number[] {
    const firsts: number[] = [];
    let lineTop = Number.NEGATIVE_INFINITY;
    this.boxes.forEach(({ top }, index) => {
      if (top - lineTop < lineHeight / 2) return;
      firsts.push(index);
      lineTop = top;
    });
    return firsts;
  }

  private line(first: number, end: number, look: TextLook, width: number): Line {
    const element = document.createElement('div');
    element.className = this.lineClass;
    element.textContent = this.characters.slice(first, end).join('');
    const glyphs = this.boxes.slice(first, end).map((box, index) => ({
      character: this.characters[first + index] ?? '',
      left: box.left,
      width: box.width,
    }));
    // Characters lie in each line as they do in the first.
    const brush = new LineBrush(glyphs, look, this.boxes[0]?.top ?? 0, width);
    element.append(brush.canvas);
    return { first, end, element, brush };
  }
}
