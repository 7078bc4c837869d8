import type { Status } from './rules/Typing';
import type { TextLook } from './TextLook';
import { wholePixels } from './wholePixels';

/** A character in its line; lengths are pixels of the page. */
export interface Glyph {
  character: string;
  left: number;
  width: number;
}

/** The wave below a wrong character, in shares of the font's size. */
const WAVE = { below: 0.27, height: 0.07, length: 0.3, thickness: 0.08 };

/** How far apart the points are that the wave is drawn by, in pixels. */
const WAVE_STEP = 1;

/**
 * Draws the characters of one line on a canvas. To the browser another character is another picture, and nothing else: no
 * style is computed, no box laid out, and of the letters only its neighbours are drawn again.
 */
export class LineBrush {
  readonly canvas = document.createElement('canvas');
  private readonly context = contextOf(this.canvas);
  private readonly height: number;
  private readonly statuses: Status[] = [];

  /**
   * @param top From the upper edge of the line to that of its caret.
   * @param width Of the line.
   */
  constructor(
    private readonly glyphs: readonly Glyph[],
    private readonly look: TextLook,
    private readonly top: number,
    width: number,
  ) {
    const { canvas, context } = this;
    // Screen readers read the text below it.
    canvas.setAttribute('aria-hidden', 'true');
    // As many pixels as the screen has there: none is stretched.
    canvas.width = Math.ceil(width * devicePixelRatio);
    canvas.height = Math.ceil(look.lineHeight * devicePixelRatio);
    this.height = canvas.height / devicePixelRatio;
    canvas.style.width = `${canvas.width / devicePixelRatio}px`;
    canvas.style.height = `${this.height}px`;
    context.scale(devicePixelRatio, devicePixelRatio);
    context.font = look.font;
  }

  /**
   * Draws one character.
   *
   * @param withCaret Whether the caret is drawn behind it.
   */
  draw(index: number, status: Status, withCaret: boolean): void {
    const { context, height } = this;
    const glyph = this.glyphs[index];
    if (!glyph) return;
    const isBlank = this.statuses[index] === undefined;
    this.statuses[index] = status;
    if (isBlank && status === 'untyped') {
      this.letter(index);
      return;
    }
    // Whole pixels of the screen, as half of a pixel would be cleared by half; and none belongs to two characters.
    const left = wholePixels(glyph.left);
    const width = wholePixels(this.glyphs[index + 1]?.left ?? glyph.left + glyph.width) - left;
    context.save();
    context.beginPath();
    context.rect(left, 0, width, height);
    context.clip();
    context.clearRect(left, 0, width, height);
    if (withCaret) this.caret(left, width);
    // Letters may reach into the boxes of their neighbours.
    for (let neighbour = index - 1; neighbour <= index + 1; neighbour += 1) this.letter(neighbour);
    if (status === 'incorrect') this.wave(glyph);
    context.restore();
  }

  private caret(left: number, width: number): void {
    const { context } = this;
    const { ground, foot, height, footHeight } = this.look.caret;
    const top = wholePixels(this.top);
    const footTop = wholePixels(this.top + height - footHeight);
    const bottom = wholePixels(this.top + height);
    context.fillStyle = ground;
    context.fillRect(left, top, width, footTop - top);
    context.fillStyle = foot;
    context.fillRect(left, footTop, width, bottom - footTop);
  }

  private letter(index: number): void {
    const { context, look } = this;
    const glyph = this.glyphs[index];
    const status = this.statuses[index];
    if (!glyph || !status) return;
    context.fillStyle = look.colors[status];
    context.fillText(glyph.character, glyph.left, wholePixels(look.baseline));
  }

  /** Waves of neighbours are one wave: where it stands follows from its place in the line. */
  private wave({ left, width }: Glyph): void {
    const { context, look } = this;
    const size = look.fontSize;
    const height = (at: number) =>
      look.baseline + size * (WAVE.below + WAVE.height * Math.sin((2 * Math.PI * at) / (WAVE.length * size)));
    context.strokeStyle = look.colors.incorrect;
    context.lineWidth = WAVE.thickness * size;
    context.beginPath();
    for (let at = left - WAVE_STEP; at <= left + width + WAVE_STEP; at += WAVE_STEP) context.lineTo(at, height(at));
    context.stroke();
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  // A page that says so is better than a text that nobody sees.
  if (context === null) throw new Error('this browser cannot draw the text');
  return context;
}
