/** The length nearest to `length` that is whole pixels of the screen; both are pixels of the page. */
export function wholePixels(length: number): number {
  return Math.round(length * devicePixelRatio) / devicePixelRatio;
}
