/** Where a character stands on its page, in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
}

/** Behind the last character: as wide as the caret that stands there, and no place to break a line. */
const END = '\u200b';

/**
 * The characters of a text, one element each, in lines that are elements too. The browser breaks the text; that its
 * lines are boxes of their own is only for speed: when a character changes, one line is painted instead of the text.
 */
export class TypedLines {
  /** In order, and one more behind the last. */
  readonly characters: readonly HTMLElement[];
  /** Of each character, as the text was last broken. */
  boxes: readonly Box[] = [];
  private lines: HTMLElement[] = [];
  /** The line that shows the caret. */
  private marked: HTMLElement | null = null;

  /**
   * @param page Holds the lines, before whatever else is in it.
   * @param lineClass The class of a line.
   */
  constructor(
    private readonly page: HTMLElement,
    characters: readonly string[],
    private readonly lineClass: string,
  ) {
    const end = characterElement(END);
    end.dataset.end = '';
    this.characters = [...characters.map(characterElement), end];
  }

  /** Breaks the text into lines for the width that the page has now. */
  breakAnew(): void {
    // First without lines: where a line ends is what the browser is asked for.
    this.page.prepend(...this.characters);
    this.removeLines();
    this.boxes = this.characters.map(({ offsetLeft: left, offsetTop: top, offsetWidth: width }) => ({
      left,
      top,
      width,
    }));
    this.lines = this.rows().map((characters) => {
      const line = document.createElement('div');
      line.className = this.lineClass;
      line.append(...characters);
      return line;
    });
    this.page.prepend(...this.lines);
  }

  /** Whether characters are wider or narrower than when the text was broken, as in another font. */
  haveOtherWidths(): boolean {
    // The first line has enough of them for a difference to show.
    const last = (this.lines[0]?.childElementCount ?? 0) - 1;
    const [first, end] = [this.characters[0], this.characters[last]];
    const [firstBox, endBox] = [this.boxes[0], this.boxes[last]];
    if (!first || !end || !firstBox || !endBox) return true;
    return end.offsetLeft - first.offsetLeft !== endBox.left - firstBox.left;
  }

  /**
   * Shows the caret at a character as the ground of its line. An element that moves, or a line below the character,
   * would have the browser put the layers of the whole page together anew; a ground that moves is only painted.
   *
   * @param height Of the caret, in pixels.
   */
  markCaret(index: number, height: number): void {
    const box = this.boxes[index];
    const line = this.characters[index]?.parentElement;
    if (!box || !line) return;
    if (line !== this.marked) {
      this.unmarkCaret();
      line.dataset.caret = '';
      this.marked = line;
    }
    // Characters lie in each line as they do in the first.
    const top = this.boxes[0]?.top ?? 0;
    line.style.backgroundPosition = `${box.left}px ${top}px`;
    line.style.backgroundSize = `${box.width}px ${height}px`;
  }

  remove(): void {
    this.removeLines();
    for (const character of this.characters) character.remove();
  }

  /** Shows it no more. */
  unmarkCaret(): void {
    if (!this.marked) return;
    delete this.marked.dataset.caret;
    this.marked.removeAttribute('style');
    this.marked = null;
  }

  private removeLines(): void {
    this.marked = null;
    for (const line of this.lines) line.remove();
    this.lines = [];
  }

  /** The characters that stand at the same height. */
  private rows(): HTMLElement[][] {
    const rows: HTMLElement[][] = [];
    let top: number | undefined;
    this.characters.forEach((character, index) => {
      const box = this.boxes[index];
      if (rows.length === 0 || box?.top !== top) rows.push([]);
      top = box?.top;
      rows.at(-1)?.push(character);
    });
    return rows;
  }
}

function characterElement(character: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = character;
  return element;
}
