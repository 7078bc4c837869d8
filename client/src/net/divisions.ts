// Written by `make generate` from the divisions that typing/src/division.rs declares.

/** The lower ends of the divisions, in wpm, the slowest first. */
export const divisions = [0, 30, 45, 60, 80, 100] as const;

export type DivisionEnd = (typeof divisions)[number];
