import type { Status } from './rules/Typing';
import type { Touched, TypingRun } from './TypingRun';

/** The place of a character on the page, in pixels. */
export interface Place {
  left: number;
  top: number;
}

/** A line with the text's characters from `first` to before `end`. */
interface Line {
  first: number;
  end: number;
  element: HTMLElement;
  /** One text for each run of characters with the same status, each in a span of its own. */
  runs: Text[];
}

/** What the characters show; the caret is an element of its own, so the current one looks like any other. */
type Shown = Exclude<Status, 'current'>;

/** The classes of a line and of the spans in it. */
export type LineClasses = Record<Shown | 'line', string>;

/**
 * A text in lines of a few spans each. A key moves a character from one span's text to another's: for that the browser
 * computes no styles and lays out one line, and screen readers meet words.
 */
export class TextLines {
  /** The places of all characters, and one more for the caret behind the last. */
  places: readonly Place[] = [];
  private lines: Line[] = [];

  /** @param page Holds the lines, before its other children. */
  constructor(
    private readonly page: HTMLElement,
    private readonly run: TypingRun,
    private readonly classes: LineClasses,
  ) {}

  /** Breaks the text into lines as the browser breaks it now. */
  layOut(): void {
    this.remove();
    this.places = this.measure();
    const { length } = this.run.characters;
    const begins = ({ left }: Place, index: number) => index === 0 || left < (this.places[index - 1]?.left ?? 0);
    const firsts = this.places.flatMap((place, index) => (begins(place, index) ? [index] : []));
    this.lines = firsts.map((first, index) => {
      const element = document.createElement('div');
      element.className = this.classes.line;
      return { first, end: firsts[index + 1] ?? length, element, runs: [] };
    });
    this.show({ from: 0, to: length });
    this.page.prepend(...this.lines.map(({ element }) => element));
  }

  /** Shows the characters in question as they are now. */
  show({ from, to }: Touched): void {
    for (const line of this.lines) {
      if (line.first <= to && line.end > from) this.showLine(line);
    }
  }

  remove(): void {
    for (const { element } of this.lines) element.remove();
    this.lines = [];
  }

  /** Where the browser puts each character when only the width of the page breaks the text. */
  private measure(): Place[] {
    const text = document.createTextNode(this.run.characters.join(''));
    this.page.prepend(text);
    const origin = this.page.getBoundingClientRect();
    const range = document.createRange();
    let end = 0;
    let right = 0;
    const places = this.run.characters.map((character) => {
      range.setStart(text, end);
      end += character.length;
      range.setEnd(text, end);
      const box = range.getBoundingClientRect();
      right = box.right - origin.left;
      return { left: box.left - origin.left, top: box.top - origin.top };
    });
    text.remove();
    return [...places, { left: right, top: places.at(-1)?.top ?? 0 }];
  }

  private showLine({ first, end, element, runs }: Line): void {
    let count = 0;
    for (let from = first; from < end; count += 1) {
      const shown = this.shown(from);
      let to = from + 1;
      while (to < end && this.shown(to) === shown) to += 1;
      let text = runs[count];
      if (!text) {
        text = document.createTextNode('');
        element.appendChild(document.createElement('span')).append(text);
        runs.push(text);
      }
      const characters = this.run.characters.slice(from, to).join('');
      if (text.data !== characters) text.data = characters;
      const span = text.parentElement;
      if (span && span.className !== this.classes[shown]) span.className = this.classes[shown];
      from = to;
    }
    for (const text of runs.splice(count)) text.parentElement?.remove();
  }

  private shown(index: number): Shown {
    const status = this.run.status(index);
    return status === 'current' ? 'untyped' : status;
  }
}
