/** The codes of rooms and events, as people read and type them. */

/** The number of characters of a code. */
const LENGTH = 8;

/** Returns a code in two groups, to be read aloud. */
export function spaced(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** Returns the code that somebody typed, or that is in a link they pasted; `null` if it is none. */
export function codeIn(typed: string): string | null {
  const inLink = /\/(?:multiplayer|e)\/([^/?#]+)/.exec(typed)?.[1];
  const code = (inLink ?? typed).toLowerCase().replace(/[^a-z0-9]/g, '');
  return code.length === LENGTH ? code : null;
}
