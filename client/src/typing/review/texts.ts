import { text } from '../../core/text';

export const title = text('How it went', 'Así te fue');
export const raw = text('Raw speed', 'Velocidad bruta');
export const rawHint = text(
  'Counts every key, including wrong ones',
  'Cuenta todas las teclas, también las equivocadas',
);
export const consistency = text('Consistency', 'Constancia');
export const consistencyHint = text(
  'How steady your speed was from second to second',
  'Qué tan pareja fue tu velocidad de un segundo a otro',
);
export const mistakes = text('Mistakes', 'Errores');
export const chart = text('Speed over time', 'Velocidad en el tiempo');
export const chartLabel = text(
  (from: string, to: string, end: string, unit: string) =>
    `Speed over time: between ${from} and ${to} ${unit}, ${end} ${unit} at the end`,
  (from: string, to: string, end: string, unit: string) =>
    `Velocidad en el tiempo: entre ${from} y ${to} ${unit}, ${end} ${unit} al final`,
);
export const speedLine = text('Average so far', 'Promedio hasta ahora');
export const rawLine = text('Per second', 'Por segundo');
export const second = text('Second', 'Segundo');
export const markedText = text('Your mistakes in the text', 'Tus errores en el texto');
export const noMistakes = text('Not a single mistake. Beautiful.', 'Ni un solo error. Qué belleza.');
/** Before the words. */
export const mistakesIn = text('Mistakes in: ', 'Errores en: ');
export const hardKeys = text('Hardest keys', 'Teclas más difíciles');
export const noHardKeys = text('No key stood out. Everything flowed.', 'Ninguna tecla te costó más. Todo fluyó.');
export const missed = text(
  (missed: number, wanted: number) => `missed ${missed} of ${wanted} times`,
  (missed: number, wanted: number) => `fallaste ${missed} de ${wanted} veces`,
);
export const took = text(
  (ms: number) => `${ms} ms on average`,
  (ms: number) => `${ms} ms en promedio`,
);
export const space = text('Space', 'Espacio');
export const allKeys = text('All keys', 'Todas las teclas');
