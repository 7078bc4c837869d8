import { formats, text } from '../../core/text';

export const held = text('Held back: it doesn’t count yet.', 'Retenido: todavía no cuenta.');
export const why = text('See why', 'Ver por qué');
export const unverified = text('Not verified', 'Sin verificar');
export const credited = text(
  (ms: number) => `${formats.en.number(ms)} ms of network delay credited`,
  (ms: number) => `Se descontaron ${formats.es.number(ms)} ms de retraso de la red`,
);
