/** The api's limits, so that forms can enforce them before the call. A test compares them with the api's document. */
export const limits = {
  /** Characters of a username. */
  shortestUsername: 3,
  longestUsername: 20,
  /** Characters of a password. */
  shortestPassword: 8,
  /** Characters of feedback. */
  feedback: 4000,
  /** Characters of an author's name. */
  author: 100,
  /** Characters of the address of a page. */
  webAddress: 300,
  /** Characters of the reason for rejecting a text. */
  reason: 500,
  /** Characters of a skin's name. */
  skinName: 60,
  /** Characters of the name of a skin's image. */
  skinFile: 64,
  /** Characters of a skin's description. */
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
