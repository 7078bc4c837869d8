import { BACKSPACE, type Key, type StopOnError } from '../typing/rules/TypingRun';

/** Returns the keys of the demonstration: with two mistakes in a word, and one that stays unless it stops the run. */
export function demonstrationKeys(characters: readonly string[], stopOnError: StopOnError): Key[] {
  const keys = [...characters];
  // A mistake that stops the run at its letter takes itself back.
  const correction = stopOnError === 'letter' ? [] : [BACKSPACE];
  if (stopOnError === 'off') keys[20] = '#';
  else keys.splice(20, 0, '#', ...correction);
  keys.splice(4, 0, 'x', 'y', ...correction, ...correction);
  return keys;
}
