import { formats, text } from '../core/text';

export const typingText = text('Text', 'Texto');
export const input = text('Type the text here', 'Escribe el texto aquí');
export const capsLock = text('Caps Lock is on', 'Bloq Mayús está activado');
export const mistake = text('Mistake', 'Error');
export const mistakesLeft = text(
  (count: number) => `Fix ${formats.en.counted(count, 'mistake', 'mistakes')} to finish`,
  (count: number) => `Corrige ${formats.es.counted(count, 'error', 'errores')} para terminar`,
);
export const lastWordLeft = text(
  'Fix the last word, or press Space to finish',
  'Corrige la última palabra o presiona Espacio para terminar',
);
export const focus = text(
  'Click here or press any key to keep typing',
  'Haz clic aquí o presiona cualquier tecla para seguir escribiendo',
);
export const speed = text('Speed', 'Velocidad');
export const mute = text('Mute', 'Silenciar');
export const unmute = text('Unmute', 'Activar sonido');
export const leave = text('Leave game', 'Salir del juego');
export const results = text('Results', 'Resultados');
export const accuracy = text('Accuracy', 'Precisión');
export const time = text('Time', 'Tiempo');
export const keyboardTitle = text('Keyboard required', 'Se necesita un teclado');
export const keyboard = text(
  'In order to play you need to use a physical keyboard!',
  '¡Para jugar necesitas un teclado físico!',
);
export const understood = text('OK', 'Entendido');
export const reviewFailed = text('Couldn’t load the review.', 'No se pudo cargar el repaso.');
