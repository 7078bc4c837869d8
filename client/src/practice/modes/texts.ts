import { formats, languages, type Text, text } from '../../core/text';
import type { Choice } from '../rules/choice';

export const title = text('What to practice', 'Qué practicar');
export const options = text('Options', 'Opciones');
const on = text('On', 'Sí');
const off = text('Off', 'No');
const same = (name: string) => text(name, name);
const seconds = (n: number) => text(`${n} s`, `${n} s`);
const words = (n: number) => text(`${n} words`, `${n} palabras`);
const count = (n: number) => text(formats.en.number(n), formats.es.number(n));

/** The names of the parts of a choice. */
export const parts: { [Part in Exclude<keyof Choice, 'mode'>]: Text } = {
  language: text('Language of the text', 'Idioma del texto'),
  category: text('Kind of text', 'Tipo de texto'),
  length: text('Length', 'Largo'),
  words: text('Most frequent words', 'Palabras más frecuentes'),
  end: text('Until', 'Hasta'),
  capitals: text('Capitals', 'Mayúsculas'),
  punctuation: text('Punctuation', 'Puntuación'),
  numbers: text('Numbers', 'Números'),
};

/** The names of the values of each part. */
export const values: { [Part in keyof Choice]: Record<Choice[Part], Text> } = {
  mode: {
    text: text('Texts', 'Textos'),
    words: text('Words', 'Palabras'),
    weak: text('Weak keys', 'Teclas débiles'),
    own: text('Own text', 'Texto propio'),
  },
  language: { auto: text('As in the settings', 'Según los ajustes'), en: same(languages.en), es: same(languages.es) },
  category: { general: text('Prose and verse', 'Prosa y verso'), code: text('Code', 'Código') },
  length: {
    any: text('Any length', 'Cualquier largo'),
    short: text('Short', 'Corto'),
    medium: text('Medium', 'Medio'),
    long: text('Long', 'Largo'),
  },
  words: { '200': count(200), '1000': count(1000), '5000': count(5000) },
  end: {
    '15s': seconds(15),
    '30s': seconds(30),
    '60s': seconds(60),
    '120s': seconds(120),
    '10': words(10),
    '25': words(25),
    '50': words(50),
    '100': words(100),
  },
  capitals: { off, on },
  punctuation: { off, on },
  numbers: { off, on },
};

export const lengthHint = text(
  'Short: under 120 characters. Long: over 300.',
  'Corto: menos de 120 caracteres. Largo: más de 300.',
);
export const weakHint = text(
  'Words and passages with the keys that you miss or are slow at. The weaker a key, the sooner it comes back.',
  'Palabras y pasajes con las teclas que fallas o en las que eres lento. Cuanto más débil una tecla, antes vuelve.',
);
export const weakest = text('Your weakest keys', 'Tus teclas más débiles');
export const noWeakKeys = text('They show after a few practices.', 'Se muestran después de unas prácticas.');
export const ownHint = text(
  'Kept on this device until you log out, and typed in parts of at most 600 characters.',
  'Se guarda en este dispositivo hasta que cierres sesión y se escribe por partes de hasta 600 caracteres.',
);
export const ownNotKept = text(
  'Your browser has no space for your text: it lasts until you close this page.',
  'Tu navegador no tiene espacio para tu texto: dura hasta que cierres esta página.',
);
export const ownText = text('Your text', 'Tu texto');
export const useOwnText = text('Practice this text', 'Practicar este texto');
export const ownTooShort = text(
  (least: number) => `It needs ${formats.en.number(least)} characters at least.`,
  (least) => `Necesita al menos ${formats.es.number(least)} caracteres.`,
);
export const ownTooLong = text(
  (most: number) => `Only the first ${formats.en.number(most)} characters are kept.`,
  (most) => `Solo se guardan los primeros ${formats.es.number(most)} caracteres.`,
);
export const part = text(
  (n: number, of: number) => `Part ${formats.en.number(n)} of ${formats.en.number(of)}`,
  (n, of) => `Parte ${formats.es.number(n)} de ${formats.es.number(of)}`,
);
/** The text that is typed until there is an own text. */
export const noOwnText = text(
  'Open the options above and paste a text of your own. It never leaves this device.',
  'Abre las opciones de arriba y pega un texto propio. Nunca sale de este dispositivo.',
);
