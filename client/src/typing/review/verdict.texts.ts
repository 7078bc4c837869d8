import { formats, text } from '../../core/text';

const HOUR = 3600;
const DAY = 24 * HOUR;

const inEnglish = (seconds: number): string =>
  seconds < 2 * DAY
    ? formats.en.counted(Math.max(Math.round(seconds / HOUR), 1), 'hour', 'hours')
    : formats.en.counted(Math.round(seconds / DAY), 'day', 'days');
const inSpanish = (seconds: number): string =>
  seconds < 2 * DAY
    ? formats.es.counted(Math.max(Math.round(seconds / HOUR), 1), 'hora', 'horas')
    : formats.es.counted(Math.round(seconds / DAY), 'día', 'días');

export const held = text('Held back: it doesn’t count yet.', 'Retenido: todavía no cuenta.');
export const next = text(
  'If you typed it yourself, request a review: “See why” leads there. It counts once we have accepted it.',
  'Si lo escribiste tú, pide una revisión: «Ver por qué» te lleva ahí. Cuenta en cuanto lo aceptemos.',
);
/** The usual time of a review, given in seconds: in hours, or in days from two on. */
export const look = text(
  (seconds: number) => `A review usually takes ${inEnglish(seconds)}.`,
  (seconds: number) => `Una revisión suele tardar ${inSpanish(seconds)}.`,
);
export const why = text('See why', 'Ver por qué');
export const unverified = text('Not verified', 'Sin verificar');
export const credited = text(
  (ms: number) => `${formats.en.number(ms)} ms of network delay credited`,
  (ms: number) => `Se descontaron ${formats.es.number(ms)} ms de retraso de la red`,
);
