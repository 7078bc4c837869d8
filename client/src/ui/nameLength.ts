import type { CSSProperties } from 'react';

/** Passes the length of a name to the style sheet, so that it can fit the name on one line. */
export function nameLength(name: string): CSSProperties {
  return { '--name-length': name.length } as CSSProperties;
}
