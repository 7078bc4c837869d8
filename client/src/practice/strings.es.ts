import { formatsOf } from '../platform/format';
import type { strings as english } from './strings.en';

const format = formatsOf('es');

export const strings: typeof english = {
  practice: {
    title: 'Un jugador',
    restart: 'Reiniciar',
    newText: 'Otro texto',
    hint: 'Jugar en el modo Un jugador no afecta tus estadísticas',
    keys: 'Enter: reiniciar · Mayús + Enter: otro texto',
    statistics: 'Estadísticas',
    completed: 'Prácticas completadas',
    fastest: 'Práctica más rápida',
    timeSpent: 'Tiempo de práctica',
    notPublic: 'Las estadísticas del modo Un jugador no son públicas ni aparecen en la clasificación.',
    guest: 'Si quieres ver las estadísticas detalladas, inicia sesión',
    loadingText: 'Cargando texto',
    best: '¡Nueva marca personal!',
    waiting: (results: number) =>
      `${format.counted(results, 'resultado se guarda', 'resultados se guardan')} en este dispositivo hasta que el servidor responda.`,
    waitingForLogin: (results: number) =>
      `${format.counted(results, 'resultado se guarda', 'resultados se guardan')} en este dispositivo hasta que inicies sesión en su cuenta.`,
  },
};
