import { type Text, text } from '../core/text';
import type { Mode } from '../net/api';

const ofSeconds = (seconds: number) => text(`Words, ${seconds} s`, `Palabras, ${seconds} s`);
const ofWords = (words: number) => text(`${words} words`, `${words} palabras`);

/** The names of the modes of practice, in their order. */
export const modes: Readonly<Record<Mode, Text>> = {
  text: text('Text', 'Texto'),
  words15s: ofSeconds(15),
  words30s: ofSeconds(30),
  words60s: ofSeconds(60),
  words120s: ofSeconds(120),
  words10: ofWords(10),
  words25: ofWords(25),
  words50: ofWords(50),
  words100: ofWords(100),
  weak: text('Weak keys', 'Teclas débiles'),
  own: text('Own text', 'Texto propio'),
};

/** The names of a text's length, by the limits of the bests. */
export const lengths = {
  short: text('short', 'corta'),
  medium: text('medium', 'media'),
  long: text('long', 'larga'),
};
