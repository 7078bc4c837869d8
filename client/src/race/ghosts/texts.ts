import { formats, type Language, text } from '../../core/text';

/** The names of the languages of texts. */
const inEnglish: Record<Language, string> = { en: 'English', es: 'Spanish' };
const inSpanish: Record<Language, string> = { en: 'inglés', es: 'español' };

export const title = text('Ghosts', 'Fantasmas');
export const explanation = text(
  'You’re alone, so earlier races run along. They don’t count.',
  'No hay nadie más, así que te acompañan carreras anteriores. No cuentan.',
);

/** The names of ghosts in their lanes. */
export const names = text(
  {
    of: (username: string) => `Ghost of ${username}`,
    best: (language: Language) => `Your best in ${inEnglish[language]}`,
    own: 'Your ghost',
  },
  {
    of: (username: string) => `Fantasma de ${username}`,
    best: (language: Language) => `Tu mejor marca en ${inSpanish[language]}`,
    own: 'Tu fantasma',
  },
);

/** The same in sentences, in which each is called a ghost. */
export const inSentences = text(
  {
    of: (username: string) => `the ghost of ${username}`,
    best: (language: Language) => `the ghost of your best race in ${inEnglish[language]}`,
    own: 'your ghost',
  },
  {
    of: (username: string) => `el fantasma de ${username}`,
    best: (language: Language) => `el fantasma de tu mejor carrera en ${inSpanish[language]}`,
    own: 'tu fantasma',
  },
);

export const progress = text(
  (ghost: string) => `Progress of ${ghost}`,
  (ghost: string) => `Avance: ${ghost}`,
);
export const ahead = text(
  (seconds: number, ghost: string) => `You were ${formats.en.number(seconds)} s ahead of ${ghost}.`,
  (seconds: number, ghost: string) => `Llegaste ${formats.es.number(seconds)} s antes que ${ghost}.`,
);
export const behind = text(
  (seconds: number, ghost: string) => `You were ${formats.en.number(seconds)} s behind ${ghost}.`,
  (seconds: number, ghost: string) => `Llegaste ${formats.es.number(seconds)} s después que ${ghost}.`,
);
export const level = text(
  (ghost: string) => `You finished together with ${ghost}.`,
  (ghost: string) => `Llegaste a la vez que ${ghost}.`,
);
