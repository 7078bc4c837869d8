import { site } from '../core/site';
import { formats, text } from '../core/text';

export const title = text('Today’s race', 'La carrera de hoy');
export const lead = text(
  'One text a day, the same for everyone. Only your first attempt counts, if it is verified.',
  'Un texto al día, el mismo para todos. Solo cuenta tu primer intento, si está verificado.',
);
export const language = text('Text in', 'Texto en');
export const loading = text('Loading the race of the day', 'Cargando la carrera del día');
export const failed = text('Couldn’t load the race of the day', 'No se pudo cargar la carrera del día');

/** The sentences about a user's attempt, unless it is on the board. */
export const attempts = {
  open: text('You have one attempt.', 'Tienes un intento.'),
  begun: text('Your attempt has begun.', 'Tu intento ya empezó.'),
  over: text('Your attempt is over, without a place on the board.', 'Tu intento terminó, sin puesto en la tabla.'),
};
export const held = text(
  'Your attempt is held back: it doesn’t count yet.',
  'Tu intento está retenido: todavía no cuenta.',
);
export const ghosts = text(
  'The ghosts of those just ahead of you race along.',
  'Te acompañan los fantasmas de quienes van justo delante de ti.',
);
export const start = text('Start your attempt', 'Empezar tu intento');
export const goOn = text('Back to your race', 'Volver a tu carrera');
export const forGuests = text(
  'Log in to race. Everyone sees the board.',
  'Inicia sesión para competir. Todos ven la tabla.',
);
export const next = text(
  (moment: string) => `Next text: ${moment}, your time`,
  (moment: string) => `Próximo texto: ${moment}, tu hora`,
);

export const place = text(
  (rank: number, racers: number) => `#${formats.en.number(rank)} of ${formats.en.number(racers)}`,
  (rank: number, racers: number) => `N.º ${formats.es.number(rank)} de ${formats.es.number(racers)}`,
);
export const yourAttempt = text('Your attempt', 'Tu intento');
export const rank = text('Rank', 'Puesto');
export const username = text('Username', 'Usuario');
export const speed = text('Speed', 'Velocidad');
export const accuracy = text('Accuracy', 'Precisión');
export const time = text('Time', 'Tiempo');
export const you = text('you', 'tú');

export const board = text('Board of the day', 'Tabla del día');
export const racers = text(
  (racers: number) => formats.en.counted(racers, 'racer', 'racers'),
  (racers: number) => formats.es.counted(racers, 'participante', 'participantes'),
);
export const nobodyYet = text(
  'Nobody has finished yet. The first place is free.',
  'Todavía no terminó nadie. El primer puesto está libre.',
);
export const nobody = text('Nobody raced on this day.', 'Ese día no compitió nadie.');
export const days = text('Days', 'Días');
export const dayBefore = text('The day before', 'El día anterior');
export const dayAfter = text('The day after', 'El día siguiente');

export const share = text('Share', 'Compartir');
export const shareTitle = text('Share the race of the day', 'Compartir la carrera del día');
export const invitation = text(
  `One text, one attempt: today’s race on ${site.product}.`,
  `Un texto, un intento: la carrera de hoy en ${site.product}.`,
);
export const boast = text(
  (speed: string, place: string) => `I typed today’s text on ${site.product} at ${speed}: ${place}. Can you beat me?`,
  (speed: string, place: string) => `Hoy escribí el texto de ${site.product} a ${speed}: ${place}. ¿Me ganas?`,
);
