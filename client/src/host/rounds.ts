/** The rounds of an event while their host chooses them. Pure. */

import type { HostedRound, RoundForm, TextAnswer } from '../net/api';
import { SHORTEST_OWN, typed } from '../practice/rules/ownText';

/** The most characters of a host's own text. */
export const LONGEST_OWN = 2000;

/** The most rounds of an event. */
export const MOST_ROUNDS = 20;

/** The numbers of words to choose from. */
export const WORDS = ['10', '25', '50', '100'] as const;

/** The lengths of the site's texts. */
export const SIZES = ['short', 'medium', 'long'] as const;

/** A text of the site that a host has chosen. */
type Chosen = Pick<TextAnswer, 'id' | 'text'>;

/** A round that is being chosen. What was chosen for other kinds stays, so that a change of mind loses nothing. */
export interface Draft {
  /** A number of its own. */
  key: number;
  kind: RoundForm['kind'];
  size: (typeof SIZES)[number];
  words: (typeof WORDS)[number];
  chosen: Chosen | null;
  own: string;
}

let nDrafts = 0;

/** Returns a new round, which is ready as it is. */
export function newDraft(given: Partial<Omit<Draft, 'key'>> = {}): Draft {
  nDrafts += 1;
  return { key: nDrafts, kind: 'site', size: 'medium', words: '50', chosen: null, own: '', ...given };
}

/** The rounds of an event that nobody has changed: a short text to warm up, and two longer ones. */
export function firstDrafts(): Draft[] {
  return [newDraft({ size: 'short' }), newDraft(), newDraft()];
}

/** Returns what the api is asked for. */
export function roundOf({ kind, size, words, chosen, own }: Draft): RoundForm {
  switch (kind) {
    case 'site':
      return { kind, size };
    case 'chosen':
      return { kind, id: chosen?.id ?? 0 };
    case 'words':
      return { kind, words: Number(words) };
    case 'own':
      return { kind, text: typed(own) };
  }
}

/** Returns whether a round can be raced. */
export function isReady({ kind, chosen, own }: Draft): boolean {
  if (kind === 'chosen') return chosen !== null;
  const length = lengthOf(own);
  return kind !== 'own' || (length >= SHORTEST_OWN && length <= LONGEST_OWN);
}

/** Returns the number of characters of an own text. */
export function lengthOf(own: string): number {
  return [...typed(own)].length;
}

/** The speed at which the last key of a text may come, and the shortest and the longest race, in seconds. */
const [LIMIT_WPM, SHORTEST_S, LONGEST_S] = [10, 60, 600];

/** Returns the seconds after which a race through so many characters is over. */
export function timeLimitOf(characters: number): number {
  return Math.min(Math.max((characters / 5 / LIMIT_WPM) * 60, SHORTEST_S), LONGEST_S);
}

/** Returns the rounds with the one at `from` moved by one place. */
export function moved<Item>(rounds: readonly Item[], from: number, by: 1 | -1): Item[] {
  const all = [...rounds];
  const [round] = all.splice(from, 1);
  if (round !== undefined) all.splice(from + by, 0, round);
  return all;
}

/** Returns a round of an event as its host can change it. */
export function draftOf({ kind, size, words, textId, text }: HostedRound): Draft {
  return newDraft({
    kind,
    size: SIZES.find((each) => each === size) ?? 'medium',
    words: WORDS.find((each) => Number(each) === words) ?? '50',
    ...(kind === 'chosen' && textId !== null && { chosen: { id: textId, text } }),
    ...(kind === 'own' && { own: text }),
  });
}

/** Returns the number of the round that was started last; 0 before the first. `open` is the one that waits, if there is one. */
export function lastBegun(open: number | null, rounds: number): number {
  return (open ?? rounds + 1) - 1;
}
