/**
 * A person at a keyboard: the keys and their times. Runs with the same seed are the same.
 *
 * People do not type evenly: the gaps between keys vary, words and sentences begin with a pause, and sometimes a typist
 * notices a wrong key some keys later and corrects it.
 */

const CHARACTERS_PER_WORD = 5;
const BACKSPACE = '\b';

/**
 * The time of a key relative to other keys: after a space, after a sentence, before a correction, and for a backspace.
 */
const WORD_PAUSE = 1.4;
const SENTENCE_PAUSE = 3;
const NOTICE_PAUSE = 2;
const BACKSPACE_PAUSE = 0.6;
/** The time of the first key relative to other keys: the typist reacts to the start. */
const REACTION = 3;
/** The variation of the gaps: the standard deviation of their logarithm. */
const SCATTER = 0.35;
/** The maximum number of keys typed after a wrong one before it is noticed. */
const LATE_NOTICE = 3;

/**
 * Plans a run through `text`.
 *
 * @param {string} text
 * @param {{wpm: number, mistakes?: number, seed?: number}} typist words per minute, including corrections; the share of
 *   characters that are mistyped at first; the seed of the random numbers
 * @returns {{keystrokes: string, times: number[], accuracy: number, ms: number, updates: {at: number, completed: number}[]}}
 *   all keys, and the time of each; the accuracy; the time of the last key; and each change of the percent with its time,
 *   in milliseconds after the start
 */
export function plan(text, { wpm, mistakes = 0.03, seed = 1 }) {
  const random = generator(seed);
  const characters = [...text];
  const keys = press(characters, mistakes, random);
  const weight = keys.reduce((sum, key) => sum + key.weight, 0);
  const ms = (characters.length / CHARACTERS_PER_WORD / wpm) * 60_000;
  const updates = [];
  const times = [];
  let [at, sent] = [0, 0];
  for (const key of keys) {
    at += (key.weight / weight) * ms;
    times.push(at);
    const completed = percent(key.cursor, characters.length);
    if (completed !== sent) updates.push({ at, completed });
    sent = completed;
  }
  const errors = keys.filter(({ isWrong }) => isWrong).length;
  return {
    keystrokes: keys.map(({ key }) => key).join(''),
    times,
    accuracy: Math.round((Math.max(characters.length - errors, 0) / characters.length) * 10_000) / 100,
    ms,
    updates,
  };
}

/** The typed share of the text in whole percent, rounded as client and server do. */
export const percent = (typed, length) => Math.round((typed * 100) / length);

/** Returns the keys of a run, each with the cursor after it and its time relative to other keys. */
function press(characters, mistakes, random) {
  const keys = [];
  let cursor = 0;
  const add = (key, step, pause, isWrong = false) => {
    cursor += step;
    keys.push({ key, cursor, isWrong, weight: pause * Math.exp(SCATTER * gauss(random)) });
  };
  while (cursor < characters.length) {
    const pause = pauseBefore(characters, cursor);
    if (random() >= mistakes) {
      add(characters[cursor], 1, pause);
      continue;
    }
    add(otherThan(characters[cursor]), 1, pause, true);
    const typedOn = Math.min(Math.floor(random() * (LATE_NOTICE + 1)), characters.length - cursor);
    for (let n = 0; n < typedOn; n++) add(characters[cursor], 1, 1);
    for (let n = 0; n <= typedOn; n++) add(BACKSPACE, -1, n === 0 ? NOTICE_PAUSE : BACKSPACE_PAUSE);
  }
  return keys;
}

function pauseBefore(characters, cursor) {
  if (cursor === 0) return REACTION;
  if (characters[cursor - 1] !== ' ') return 1;
  return '.!?'.includes(characters[cursor - 2]) ? SENTENCE_PAUSE : WORD_PAUSE;
}

const otherThan = (character) => (character === 'e' ? 'r' : 'e');

/** Numbers from 0 to 1 for a seed, by a linear congruential generator with the constants of Numerical Recipes. */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A normally distributed number, by the method of Box and Muller. */
function gauss(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
