/** Returns a color of the page's theme as its style sheet has it, `#rrggbb` or `#rgb`, by the name of its token. */
export function colorOf(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
}
