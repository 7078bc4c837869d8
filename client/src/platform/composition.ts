/** The `keyCode` of a key that an input method has taken (UI Events, section 7.3). */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Returns whether a keydown belongs to a composition. Safari fires the final keydown only after the composition's end:
 * https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export function isOfComposition({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD;
}
