import type { Mode } from '../../net/api';
import { RULES, type Rules, type StopOnError } from '../../typing/rules/TypingRun';

/** Returns whether a mode is of words that were drawn, where the same ones can come only by typing them again. */
export function isOfDrawnWords(mode: Mode): boolean {
  return mode === 'weak' || mode.startsWith('words');
}

/** Returns the rules of runs of `mode`. What stops at a mistake asks for each letter. */
export function rulesOf(mode: Mode, stopOnError: StopOnError): Rules {
  return mode.startsWith('words') && stopOnError === 'off' ? RULES.words : RULES.characters;
}

/** The milliseconds after which a run of `mode` ends; null if it ends when the text is typed. */
export function limitOf(mode: Mode): number | null {
  const seconds = /^words(\d+)s$/.exec(mode)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
