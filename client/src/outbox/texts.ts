import { text } from '../core/text';

export const saved = text('Your last race is saved.', 'Tu última carrera está guardada.');
export const late = text(
  'A race that you finished reached us late. It’s in your history, but it doesn’t count.',
  'Una carrera que terminaste nos llegó tarde. Está en tu historial, pero no cuenta.',
);
export const lost = text(
  'A race that you finished could not be saved.',
  'No se pudo guardar una carrera que terminaste.',
);
