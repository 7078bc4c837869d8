/** The side at which a character begins: letters of Hebrew, Arabic and their kin run to the left. */
export type Side = 'left' | 'right';

/** Characters that run to the left, without digits, which run to the right in every script. */
const TURNED = /(?!\p{N})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns whether a text has characters that run to the left. */
export function hasTurned(text: string): boolean {
  return TURNED.test(text);
}

/**
 * Returns the side of each character. Signs and spaces between letters of one direction have that of the letters; between
 * letters of both, that of the text, which is `base`. Marks belong to the letter before them.
 */
export function sidesOf(characters: readonly string[], base: Side): Side[] {
  const own = characters.map((character) => {
    if (!/[\p{L}\p{N}]/u.test(character)) return null;
    return TURNED.test(character) ? 'right' : 'left';
  });
  const carry = (sides: readonly (Side | null)[]) => {
    let last = base;
    return sides.map((side) => {
      last = side ?? last;
      return last;
    });
  };
  const before = carry(own);
  const behind = carry(own.toReversed()).toReversed();
  return characters.map((character, index) => {
    const side = before[index] ?? base;
    return side === behind[index] || /\p{M}/u.test(character) ? side : base;
  });
}
