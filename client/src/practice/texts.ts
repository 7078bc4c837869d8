import { formats, text } from '../core/text';

export const title = text('Singleplayer', 'Un jugador');
export const restart = text('Restart', 'Reiniciar');
export const restartWithNew = text('Restart with a new text', 'Reiniciar con otro texto');
export const newText = text('New text', 'Otro texto');
export const nextPart = text('Next part', 'Parte siguiente');
export const hint = text(
  'Playing in Singleplayer does not affect your stats',
  'Jugar en el modo Un jugador no afecta tus estadísticas',
);
/** The keys of a practice, by the setting of the one that restarts. */
export const keys = {
  enter: text('Enter: restart · Shift + Enter: new text', 'Enter: reiniciar · Mayús + Enter: otro texto'),
  tab: text(
    'Tab: restart · Shift + Tab: leave the text · Shift + Enter: new text',
    'Tab: reiniciar · Mayús + Tab: salir del texto · Mayús + Enter: otro texto',
  ),
  escape: text('Esc: restart · Shift + Enter: new text', 'Esc: reiniciar · Mayús + Enter: otro texto'),
  off: text('Shift + Enter: new text', 'Mayús + Enter: otro texto'),
};
/** Whatever the setting, since Enter types nothing any more. */
export const keysOfResult = text(
  'Enter: same text · Shift + Enter: new text',
  'Enter: mismo texto · Mayús + Enter: otro texto',
);
export const statistics = text('Statistics', 'Estadísticas');
/** Behind the title: other modes are in the history. */
export const ofTexts = text('Texts', 'Textos');
export const completed = text('Practices completed', 'Prácticas completadas');
export const fastest = text('Fastest practice', 'Práctica más rápida');
export const timeSpent = text('Time spent practicing', 'Tiempo de práctica');
export const notPublic = text(
  'Singleplayer statistics are not public and do not appear on the leaderboard.',
  'Las estadísticas del modo Un jugador no son públicas ni aparecen en la clasificación.',
);
export const guest = text(
  'If you would like to see the detailed statistics, please log in',
  'Si quieres ver las estadísticas detalladas, inicia sesión',
);
export const notUnderstood = text(
  'The address has an option that does not exist, so the usual one is used.',
  'La dirección tiene una opción que no existe, así que se usa la habitual.',
);
export const loadingText = text('Loading text', 'Cargando texto');
export const keepResult = text('Sign up and keep this result', 'Crear cuenta y guardar este resultado');
export const best = text('New personal best!', '¡Nueva marca personal!');
export const marks = {
  paused: text(
    'There was a pause of more than ten seconds. The result is kept, but left out of the averages, the curve and the bests of your history.',
    'Hubo una pausa de más de diez segundos. El resultado se guarda, pero no entra en los promedios, la curva ni las marcas de tu historial.',
  ),
  repeated: text(
    'You typed the same words again. The result is kept, but is no personal best.',
    'Escribiste otra vez las mismas palabras. El resultado se guarda, pero no cuenta como marca personal.',
  ),
};
export const waiting = text(
  (results: number) =>
    `${formats.en.counted(results, 'result is', 'results are')} kept on this device until the server can save ${results === 1 ? 'it' : 'them'}.`,
  (results: number) =>
    `${formats.es.counted(results, 'resultado se guarda', 'resultados se guardan')} en este dispositivo hasta que el servidor responda.`,
);
export const waitingHere = text(
  (results: number) =>
    `Your browser has no space for ${results === 1 ? 'a result that waits' : `${results} results that wait`} for the server. Keep this page open until it can save ${results === 1 ? 'it' : 'them'}.`,
  (results: number) =>
    `Tu navegador no tiene espacio para ${results === 1 ? 'un resultado que espera' : `${results} resultados que esperan`} al servidor. Deja esta página abierta hasta que responda.`,
);
export const waitingForLogin = text(
  (results: number) =>
    `${formats.en.counted(results, 'result is', 'results are')} kept on this device until you log in to ${results === 1 ? 'its' : 'their'} account.`,
  (results: number) =>
    `${formats.es.counted(results, 'resultado se guarda', 'resultados se guardan')} en este dispositivo hasta que inicies sesión en su cuenta.`,
);
