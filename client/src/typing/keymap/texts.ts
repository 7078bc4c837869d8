import { text } from '../../core/text';

export const metric = text('Compare keys by', 'Comparar las teclas por');
export const metrics = {
  missed: text('Missed', 'Fallos'),
  time: text('Time', 'Tiempo'),
};
export const layout = text('Keyboard', 'Teclado');
export const keyboard = {
  missed: text(
    (worst: string) => `A keyboard. Missed most: ${worst}. The table below has every key.`,
    (worst: string) => `Un teclado. Las que más fallas: ${worst}. La tabla de abajo tiene todas las teclas.`,
  ),
  time: text(
    (worst: string) => `A keyboard. Slowest: ${worst}. The table below has every key.`,
    (worst: string) => `Un teclado. Las más lentas: ${worst}. La tabla de abajo tiene todas las teclas.`,
  ),
};
export const onKeys = {
  missed: text('Percent of presses that were wrong', 'Porcentaje de pulsaciones equivocadas'),
  time: text('Milliseconds since the key before', 'Milisegundos desde la tecla anterior'),
};
export const under = text(
  (percent: string) => `under ${percent}`,
  (percent: string) => `menos de ${percent}`,
);
export const from = text(
  (percent: string) => `${percent} and more`,
  (percent: string) => `${percent} o más`,
);
export const times = text(
  ['much faster than usual', 'as usual', 'slower', 'much slower', 'very slow'],
  ['más rápida de lo usual', 'como siempre', 'más lenta', 'mucho más lenta', 'muy lenta'],
);
export const elsewhere = text(
  (characters: string[]) => `Not on this layout: ${characters.join(' ')}`,
  (characters: string[]) => `No están en esta distribución: ${characters.join(' ')}`,
);
export const accents = text(
  'A letter with an accent counts for the keys of both.',
  'Una letra con tilde cuenta para las dos teclas.',
);
export const rare = text(
  (presses: number) => `Keys with fewer than ${presses} presses are not compared.`,
  (presses: number) => `Las teclas con menos de ${presses} pulsaciones no se comparan.`,
);
export const space = text('Space', 'Espacio');
export const tableOf = text('Table of', 'Tabla de');
export const characters = text('Characters', 'Caracteres');
export const pairs = text('Pairs', 'Pares');
export const columns = {
  key: text('Key', 'Tecla'),
  typed: text('Typed', 'Veces'),
  missed: text('Missed', 'Fallos'),
  mean: text('Mean (ms)', 'Media (ms)'),
  median: text('Median (ms)', 'Mediana (ms)'),
};
export const pair = text('Pair', 'Par');
export const all = text(
  (count: number) => `Show all ${count}`,
  (count: number) => `Mostrar los ${count}`,
);
export const ms = text('ms', 'ms');
export const keyTitle = text(
  (key: string, typed: string, missed: string, time: string) => `${key}: ${typed} times, ${missed} missed, ${time}`,
  (key: string, typed: string, missed: string, time: string) => `${key}: ${typed} veces, ${missed} fallos, ${time}`,
);
