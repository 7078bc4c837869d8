import { formats, languages, type Text, text } from '../../core/text';
import type { Choice, Switch } from '../rules/choice';

const title = text('What to practice', 'Qué practicar');
const same = (name: string) => text(name, name);
const seconds = (n: number) => text(`${n} s`, `${n} s`);
const count = (n: number) => text(formats.en.number(n), formats.es.number(n));

/** The names of the parts of a choice. */
export const parts: { [Part in keyof Choice]: Text } = {
  mode: title,
  language: text('Texts in', 'Textos en'),
  category: text('Kind of text', 'Tipo de texto'),
  length: text('Length', 'Largo'),
  words: text('Most frequent', 'Frecuentes'),
  end: text('Until', 'Hasta'),
  capitals: text('Capitals', 'Mayúsculas'),
  punctuation: text('Punctuation', 'Puntuación'),
  numbers: text('Numbers', 'Números'),
};

/** The names of the values of each part. */
export const values: { [Part in Exclude<keyof Choice, Switch>]: Record<Choice[Part], Text> } = {
  mode: {
    text: text('Texts', 'Textos'),
    words: text('Words', 'Palabras'),
    weak: text('Weak keys', 'Teclas débiles'),
    own: text('Own text', 'Texto propio'),
  },
  language: { auto: text('Auto', 'Auto'), en: same(languages.en), es: same(languages.es) },
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
    '10': count(10),
    '25': count(25),
    '50': count(50),
    '100': text('100 words', '100 palabras'),
  },
};

/** Explanations that the names of a part's values do not give. */
export const hints = {
  length: text('Short: under 120 characters. Long: over 300.', 'Corto: menos de 120 caracteres. Largo: más de 300.'),
  words: text('The words that are drawn from', 'Las palabras entre las que se sortea'),
  language: text(
    'The language of the text; Auto is that of the settings',
    'El idioma del texto; Auto es el de los ajustes',
  ),
};
/** Behind a number of words, for screen readers. */
export const wordsBehind = text(' words', ' palabras');
export const weakHint = text(
  'Frequent words with the keys that you miss or are slow at. The weaker a key, the sooner it comes back.',
  'Palabras frecuentes con las teclas que fallas o en las que tardas. Cuanto más débil una tecla, antes vuelve.',
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
export const missing = text(
  (layout: string) => `Not on the layout of your settings (${layout}):`,
  (layout) => `No están en la distribución de tus ajustes (${layout}):`,
);
export const changeLayout = text('Change the layout', 'Cambiar la distribución');
/** The text that is typed until there is an own text. */
export const noOwnText = text(
  'Choose "Your text" above and paste a text of your own. It never leaves this device.',
  'Elige "Tu texto" arriba y pega un texto propio. Nunca sale de este dispositivo.',
);

/** The modes, and the ends and lengths of those that have several, each with its name. */
export function practiceChoices(): (Partial<Choice> & { name: Text })[] {
  const { mode, end, length } = values;
  const named = (one: Text, other: Text) => text(`${one.en}: ${other.en}`, `${one.es}: ${other.es}`);
  const ends = Object.entries(end) as [Choice['end'], Text][];
  const lengths = Object.entries(length) as [Choice['length'], Text][];
  return [
    ...ends.map(([value, name]) => ({ mode: 'words' as const, end: value, name: named(mode.words, name) })),
    ...lengths.map(([value, name]) => ({ mode: 'text' as const, length: value, name: named(mode.text, name) })),
    { mode: 'text', category: 'code', name: named(mode.text, values.category.code) },
    { mode: 'weak', name: mode.weak },
    { mode: 'own', name: mode.own },
  ];
}
