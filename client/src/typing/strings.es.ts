import { formatsOf } from '../platform/format';
import type { strings as english } from './strings.en';

const format = formatsOf('es');

export const strings: typeof english = {
  typing: {
    text: 'Texto',
    input: 'Escribe el texto aquí',
    capsLock: 'Bloq Mayús está activado',
    mistake: 'Error',
    mistakesLeft: (count: number) => format.counted(count, 'error por corregir', 'errores por corregir'),
    focus: 'Haz clic aquí o presiona cualquier tecla para seguir escribiendo',
    speed: 'Velocidad',
    mute: 'Silenciar',
    unmute: 'Activar sonido',
    leave: 'Salir del juego',
    results: 'Resultados',
    accuracy: 'Precisión',
    time: 'Tiempo',
    keyboardTitle: 'Se necesita un teclado',
    keyboard: '¡Para jugar necesitas un teclado físico!',
    understood: 'Entendido',
  },

  review: {
    title: 'Así te fue',
    raw: 'Velocidad bruta',
    rawHint: 'Cuenta todas las teclas, también las equivocadas',
    consistency: 'Constancia',
    consistencyHint: 'Qué tan pareja fue tu velocidad de un segundo a otro',
    mistakes: 'Errores',
    chart: 'Velocidad en el tiempo',
    chartLabel: (from: string, to: string, end: string) =>
      `Velocidad en el tiempo: entre ${from} y ${to} ppm, ${end} ppm al final`,
    speedLine: 'Promedio',
    rawLine: 'Por segundo',
    asTable: 'Ver los números',
    second: 'Segundo',
    text: 'Tus errores en el texto',
    noMistakes: 'Ni un solo error. Qué belleza.',
    mistakesIn: (words: string[]) => `Errores en: ${words.join(', ')}`,
    hardKeys: 'Teclas más difíciles',
    noHardKeys: 'Ninguna tecla te costó más. Todo fluyó.',
    missed: (missed: number, wanted: number) => `fallaste ${missed} de ${wanted}`,
    took: (ms: number) => `${ms} ms en promedio`,
    space: 'Espacio',
    failed: 'No se pudo cargar el repaso.',
  },
};
