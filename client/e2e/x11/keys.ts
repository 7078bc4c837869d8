import { byHandMs } from '../race';
import type { Press } from '../X11';

/** The ways to type a letter with an accent, or a sign: dead keys, keys of their own, or marks behind the letter. */
export type Way = 'es' | 'us-intl' | 'marks-behind';

const SIGNS: Readonly<Record<string, string>> = {
  ' ': 'space',
  '.': 'period',
  ',': 'comma',
  ';': 'semicolon',
  '?': 'question',
  '¿': 'questiondown',
};

const MARKS: Readonly<Record<string, { dead: string; behind: string }>> = {
  '\u0301': { dead: 'dead_acute', behind: 'apostrophe' },
  '\u0303': { dead: 'dead_tilde', behind: 'asciitilde' },
};

/** Returns the keys that a hand presses for a text, with the times of a hand. */
export function pressesOf(text: string, way: Way): Press[] {
  const keys = [...text].flatMap((character) => keysOf(character, way));
  return keys.map((key) => ({ key, ms: byHandMs(key === 'space' ? ' ' : key) }));
}

function keysOf(character: string, way: Way): string[] {
  if (way === 'es' && character === 'ñ') return ['ntilde'];
  if (way === 'us-intl' && character === "'") return ['dead_acute', 'space'];
  if (way === 'us-intl' && character === '"') return ['dead_diaeresis', 'space'];
  if (way === 'marks-behind' && character === '¿') return ['question', 'slash'];
  const [letter = '', mark = ''] = character.normalize('NFD');
  const { dead, behind } = MARKS[mark] ?? {};
  if (dead === undefined || behind === undefined) return [SIGNS[character] ?? character];
  return way === 'marks-behind' ? [letter, behind] : [dead, letter];
}
