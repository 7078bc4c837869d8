/** Returns a character with its Unicode number; the number alone if it is invisible. */
export function shownCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return isVisible(character) ? `${character} (${number})` : number;
}

/** Returns whether a character is visible; spaces, combining accents and direction marks are not. */
export function isVisible(character: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character);
}
