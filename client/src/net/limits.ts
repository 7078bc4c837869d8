/** The api's limits, so that forms can enforce them before the call. A test compares them with the api's document. */
export const limits = {
  // Lengths in characters: `reason` is that for rejecting a text, `skinFile` the name of a skin's image.
  shortestUsername: 3,
  longestUsername: 20,
  shortestPassword: 8,
  feedback: 4000,
  author: 100,
  webAddress: 300,
  reason: 500,
  skinName: 60,
  skinFile: 64,
  skinDescription: 300,
  /** Bytes of a skin's image. */
  skinImageBytes: 256 * 1024,
  /** Pixels of its longer side. */
  skinImageSide: 1024,
  /** US dollars. */
  lowestPrice: 0.01,
  highestPrice: 1000,
} as const;

/** The characters of an image name of a skin, for the attribute `pattern`. */
export const SKIN_FILE_PATTERN = '[A-Za-z0-9_\\-]+';
