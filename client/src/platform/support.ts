/** Returns whether the browser is older than the page supports: it lacks the newest feature that the page needs. */
export function isTooOld(): boolean {
  return !('highlights' in CSS);
}
