import { type Language, languages } from '../../core/text';
import type { Mode } from '../../net/api';

const ON_OR_OFF = ['off', 'on'] as const;

/** The values of each part of a choice, as in an address; the default first. */
export const parts = {
  mode: ['text', 'words', 'weak', 'own'],
  language: ['auto', ...(Object.keys(languages) as Language[])],
  category: ['general', 'code'],
  length: ['any', 'short', 'medium', 'long'],
  /** The number of frequent words from which to draw. */
  words: ['1000', '200', '5000'],
  /** The end of a run of words: seconds, or a number of words. */
  end: ['30s', '15s', '60s', '120s', '10', '25', '50', '100'],
  capitals: ON_OR_OFF,
  punctuation: ON_OR_OFF,
  numbers: ON_OR_OFF,
} as const;

type Part = keyof typeof parts;

/** The parts that are on or off. */
export type Switch = 'capitals' | 'punctuation' | 'numbers';

export function isSwitch(part: Part): part is Switch {
  return parts[part] === ON_OR_OFF;
}

/** The visitor's choice of practice. */
export type Choice = { [Name in Part]: (typeof parts)[Name][number] };

/** The parts that are chosen in each mode, besides the language. */
export const PARTS_OF: Record<Choice['mode'], readonly Exclude<Part, 'mode' | 'language'>[]> = {
  text: ['category', 'length'],
  words: ['end', 'words', 'capitals', 'punctuation', 'numbers'],
  weak: [],
  own: [],
};

/**
 * Reads the choice in the query of an address, such as `?mode=words&seconds=30&words=1000&capitals=on`. What is missing
 * or unknown has its default, except for parts that other modes have: those are as in `kept`, another query.
 */
export function choiceOf(search: string, kept = ''): Choice {
  const chosen = read(search);
  const before = read(kept);
  const isChosen = (part: string) => part === 'mode' || part === 'language' || isPartOf(chosen.mode, part);
  const all = Object.keys(parts).map((part) => [part, (isChosen(part) ? chosen : before)[part as Part]]);
  return Object.fromEntries(all) as Choice;
}

/**
 * Returns a query that has only values of this version: the same, or that of its choice, which is never empty, since the
 * visitor's last choice would take its place.
 */
export function understood(search: string): string {
  const isUnderstood = named(search).every(({ value, values }) => value === null || values.includes(value));
  return isUnderstood ? search : searchOf(choiceOf(search)) || '?mode=text';
}

function read(search: string): Choice {
  const all = named(search).map(({ part, value, values }) => [
    part,
    value !== null && values.includes(value) ? value : values[0],
  ]);
  return Object.fromEntries(all) as Choice;
}

/** The parts, each with its values, and with the one that a query names, which may be any; null without one. */
function named(search: string): { part: string; value: string | null; values: readonly string[] }[] {
  const query = new URLSearchParams(search);
  const seconds = query.get('seconds');
  const end = seconds === null ? query.get('count') : `${seconds}s`;
  return Object.entries(parts).map(([part, values]) => ({
    part,
    value: part === 'end' ? end : query.get(part),
    values,
  }));
}

function isPartOf(mode: Choice['mode'], part: string): boolean {
  return PARTS_OF[mode].some((each) => each === part);
}

/** Returns the query of a choice: its mode, and the parts of it that are not the default; empty for any text. */
export function searchOf(choice: Choice): string {
  return write(choice, (part) => part === 'mode' || part === 'language' || isPartOf(choice.mode, part));
}

/** Returns the query of a choice with the parts of all modes, for {@link choiceOf} to keep. */
export function keptOf(choice: Choice): string {
  return write(choice, () => true);
}

function write(choice: Choice, isWritten: (part: string) => boolean): string {
  const query = new URLSearchParams();
  for (const [part, values] of Object.entries(parts)) {
    const value = choice[part as Part];
    if (!isWritten(part) || (value === values[0] && part !== 'mode')) continue;
    if (part !== 'end') query.set(part, value);
    else if (value.endsWith('s')) query.set('seconds', value.slice(0, -1));
    else query.set('count', value);
  }
  return `${query}` === 'mode=text' ? '' : `?${query}`;
}

/** Returns the mode of the runs of a choice. */
export function modeOf({ mode, end }: Choice): Mode {
  return mode === 'words' ? `words${end}` : mode;
}
