import type { Status } from './rules/Typing';

/** What a text looks like, as the style sheets have it now; lengths are pixels of the page. */
export interface TextLook {
  /** As a canvas takes it. */
  font: string;
  fontSize: number;
  lineHeight: number;
  /** From the upper edge of a line to what its letters stand on. */
  baseline: number;
  colors: Record<Status, string>;
  caret: CaretLook;
}

/** A ground behind the character, which ends in a foot that is part of its height. */
export interface CaretLook {
  ground: string;
  foot: string;
  width: number;
  height: number;
  footHeight: number;
}

/** The class of a character, by its status. */
export type StatusClasses = Record<Status, string>;

/** The elements whose look is read. */
interface Wearers {
  /** Holds the text, and wears its font. */
  page: HTMLElement;
  caret: HTMLElement;
}

/** Reads the look of a text from the elements that wear it. */
export function readLook({ page, caret }: Wearers, classes: StatusClasses): TextLook {
  const sample = document.createElement('div');
  // An empty box in a line stands on what the letters stand on.
  const foot = document.createElement('span');
  foot.style.display = 'inline-block';
  sample.append(foot);
  page.prepend(sample);
  const colorOf = (status: Status) => {
    sample.className = classes[status];
    return getComputedStyle(sample).color;
  };
  const line = sample.getBoundingClientRect();
  const style = getComputedStyle(page);
  const caretStyle = getComputedStyle(caret);
  const look = {
    // The shorthand is empty where it cannot say all that a text wears, as ligatures that are off.
    font: `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`,
    fontSize: Number.parseFloat(style.fontSize),
    lineHeight: line.height,
    baseline: foot.getBoundingClientRect().bottom - line.top,
    colors: {
      untyped: colorOf('untyped'),
      current: colorOf('current'),
      correct: colorOf('correct'),
      incorrect: colorOf('incorrect'),
    },
    caret: {
      ground: caretStyle.backgroundColor,
      foot: caretStyle.borderBottomColor,
      width: Number.parseFloat(caretStyle.width),
      height: Number.parseFloat(caretStyle.height),
      footHeight: Number.parseFloat(caretStyle.borderBottomWidth),
    },
  };
  sample.remove();
  return look;
}

/**
 * Calls `listener` when the page wears other colours or fonts, or stands on a screen with other pixels, until the
 * returned function is called.
 */
export function onOtherLook(listener: () => void): () => void {
  const theme = new MutationObserver(listener);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const systemColors = matchMedia('(forced-colors: active)');
  systemColors.addEventListener('change', listener);
  document.fonts.addEventListener('loadingdone', listener);
  let pixels: MediaQueryList;
  const watchPixels = () => {
    pixels = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    pixels.addEventListener('change', onOtherPixels, { once: true });
  };
  const onOtherPixels = () => {
    watchPixels();
    listener();
  };
  watchPixels();
  return () => {
    theme.disconnect();
    systemColors.removeEventListener('change', listener);
    document.fonts.removeEventListener('loadingdone', listener);
    pixels.removeEventListener('change', onOtherPixels);
  };
}
