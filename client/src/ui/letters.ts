import type { CSSProperties } from 'react';

/** Tells the style sheet how many letters a name has, so that it can fit them on one line. */
export function letters(name: string): CSSProperties {
  return { '--letters': name.length } as CSSProperties;
}
