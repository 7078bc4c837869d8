import type { CSSProperties } from 'react';

/** Passes the length of a name to the style sheet, so that it can fit the name on one line. */
export function letters(name: string): CSSProperties {
  return { '--letters': name.length } as CSSProperties;
}
