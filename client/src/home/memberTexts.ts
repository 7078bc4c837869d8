import { formats, text } from '../core/text';

export const yourDay = text('Your day', 'Tu día');
export const streak = text('Current streak', 'Racha actual');
export const days = text(
  (days: number) => formats.en.counted(days, 'day', 'days'),
  (days: number) => formats.es.counted(days, 'día', 'días'),
);
export const typedToday = text('Typed today', 'Tiempo de hoy');
export const runsToday = text('Runs today', 'Textos de hoy');
export const keepStreak = text('Type today to keep your streak.', 'Escribe hoy para mantener tu racha.');
export const beginStreak = text('Type today to begin a streak.', 'Escribe hoy para empezar una racha.');
export const streakKept = text('Today counts for your streak.', 'El día de hoy ya cuenta para tu racha.');
export const goOn = text(
  (mode: string) => `Go on: ${mode}`,
  (mode: string) => `Seguir: ${mode}`,
);
export const today = text('Today’s race', 'Carrera de hoy');
export const attempts = {
  open: text('one attempt', 'un intento'),
  begun: text('under way', 'en curso'),
  over: text('attempt over', 'intento terminado'),
};
export const place = text(
  (rank: number, racers: number) => `#${formats.en.number(rank)} of ${formats.en.number(racers)}`,
  (rank: number, racers: number) => `n.º ${formats.es.number(rank)} de ${formats.es.number(racers)}`,
);
export const lastRuns = text('Last runs', 'Lo último');
export const race = text('Race', 'Carrera');
export const noRuns = text('Your races and your practice will be here.', 'Aquí estarán tus carreras y tus prácticas.');
