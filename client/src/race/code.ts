/** The codes of rooms, as people read and type them. */

/** Returns a code in two groups, to be read aloud. */
export function spaced(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** Returns the code that somebody typed, or that is in a link they pasted. */
export function codeIn(typed: string): string {
  const inLink = /\/multiplayer\/([^/?#]+)/.exec(typed)?.[1];
  return (inLink ?? typed).toLowerCase().replace(/[^a-z0-9]/g, '');
}
