import { formats, text } from '../core/text';

export const event = text('Event', 'Evento');
export const joinTitle = text('Join an event', 'Entrar en un evento');
export const joinLead = text('With the code that its host shows.', 'Con el código que muestra quien lo organiza.');
export const toHost = text('Host an event', 'Organizar un evento');
export const nickname = text('Nickname', 'Apodo');
export const nicknameHint = text('All racers of the event see it.', 'Lo ve todo el mundo en el evento.');
export const join = text('Join', 'Entrar');
export const joinAs = text(
  (username: string) => `Join as ${username}`,
  (username: string) => `Entrar como ${username}`,
);
export const haveAccount = text('Do you have an account?', '¿Tienes una cuenta?');
export const invitation = text(
  (rounds: number) => `${formats.en.counted(rounds, 'round', 'rounds')} of typing. The host starts each one for all.`,
  (rounds: number) =>
    `${formats.es.counted(rounds, 'ronda', 'rondas')} de mecanografía. Quien organiza da la salida de cada una.`,
);
export const membersOnly = text('This event is for members.', 'Este evento es para quienes tienen cuenta.');
export const locked = text(
  'The host has closed the event to newcomers. Ask them to open it.',
  'Quien organiza cerró la entrada al evento. Pídele que la abra.',
);
export const refused = text('You can’t take part in this event', 'No puedes participar en este evento');
export const otherCode = text('Enter another code', 'Escribir otro código');
export const takingSeat = text('Taking your seat...', 'Tomando tu puesto...');

export const roundOf = text(
  (round: number, rounds: number) => `Round ${formats.en.number(round)} of ${formats.en.number(rounds)}`,
  (round: number, rounds: number) => `Ronda ${formats.es.number(round)} de ${formats.es.number(rounds)}`,
);
export const youAreIn = text('You’re in, ', 'Ya estás dentro, ');
export const hostStarts = text(
  'The host starts the race. The text shows with the countdown.',
  'Quien organiza da la salida. El texto aparece con la cuenta atrás.',
);
export const here = text(
  (racers: number) => `${formats.en.counted(racers, 'racer', 'racers')} here`,
  (racers: number) => formats.es.counted(racers, 'participante', 'participantes'),
);
export const racers = text('Racers', 'Participantes');
export const others = text(
  (racers: number) => `and ${formats.en.number(racers)} more`,
  (racers: number) => `y ${formats.es.number(racers)} más`,
);
export const placeOf = text(
  (place: number, racers: number) => `Place ${formats.en.number(place)} of ${formats.en.number(racers)}`,
  (place: number, racers: number) => `Puesto ${formats.es.number(place)} de ${formats.es.number(racers)}`,
);
export const next = text('Go to the next round', 'Ir a la siguiente ronda');
export const nextBySelf = text(
  (seconds: string) => `Automatically in ${seconds} s`,
  (seconds: string) => `Pasas automáticamente en ${seconds} s`,
);

export const table = text('Table', 'Tabla');
export const place = text('Place', 'Puesto');
export const racer = text('Racer', 'Participante');
export const points = text('Points', 'Puntos');
export const accuracy = text('Accuracy', 'Precisión');
export const seconds = text('Seconds', 'Segundos');
export const up = text(
  (places: number) => `up ${formats.en.counted(places, 'place', 'places')}`,
  (places: number) => `sube ${formats.es.counted(places, 'puesto', 'puestos')}`,
);
export const down = text(
  (places: number) => `down ${formats.en.counted(places, 'place', 'places')}`,
  (places: number) => `baja ${formats.es.counted(places, 'puesto', 'puestos')}`,
);
export const resultsOf = text(
  (round: number) => `Results of round ${formats.en.number(round)}`,
  (round: number) => `Resultados de la ronda ${formats.es.number(round)}`,
);
export const over = text('This event is over.', 'Este evento terminó.');
export const lastRuns = text('The last round has begun.', 'La última ronda ya empezó.');
export const noResults = text('No one has a result.', 'Nadie tiene un resultado.');
export const raceOn = text('Sign up to race on', 'Crear una cuenta y seguir compitiendo');
