import { formats, text } from '../core/text';

export const title = text('Watch races', 'Ver carreras');
export const lead = text(
  'Public races as they happen. You need no account.',
  'Carreras públicas en directo. No necesitas una cuenta.',
);
export const loading = text('Loading the races', 'Cargando las carreras');
export const failed = text('Could not load the races', 'No se pudieron cargar las carreras');
export const nobody = text(
  'No public race is on right now. Start one, and everyone here can watch it.',
  'Ahora no hay ninguna carrera pública. Empieza una y aquí podrán verla.',
);
export const raceNow = text('Race now', 'Competir ahora');
export const allRaces = text('All races', 'Todas las carreras');
export const watch = text('Watch', 'Ver');
export const racers = text(
  (count: number) => formats.en.counted(count, 'racer', 'racers'),
  (count: number) => formats.es.counted(count, 'participante', 'participantes'),
);
export const waits = text('Waiting for the start', 'Esperando la salida');
export const typed = text(
  (percent: string) => `The first has typed ${percent}`,
  (percent: string) => `Quien va primero ha escrito el ${percent}`,
);
export const fastest = text(
  (speed: string) => `up to ${speed}`,
  (speed: string) => `hasta ${speed}`,
);

export const raceTitle = text('Watching a race', 'Viendo una carrera');
export const phases = {
  unseen: text('Connecting to the race...', 'Conectando con la carrera...'),
  waiting: text('Waiting for racers', 'Esperando participantes'),
  starting: text('About to start', 'A punto de empezar'),
  running: text('The race is on', 'La carrera está en marcha'),
  finished: text('The race is over', 'La carrera terminó'),
};
export const hasFinished = text(
  (names: string[]) => `${formats.en.list(names)} finished`,
  (names: string[]) => `${names.length === 1 ? 'Terminó' : 'Terminaron'} ${formats.es.list(names)}`,
);
export const reconnecting = text('Connection lost. Reconnecting...', 'Se perdió la conexión. Reconectando...');
export const startsIn = text(
  (seconds: number) => `Starts in ${formats.en.counted(seconds, 'second', 'seconds')}`,
  (seconds: number) => `Empieza en ${formats.es.counted(seconds, 'segundo', 'segundos')}`,
);
export const startsInAbout = text(
  (seconds: number) => `Starts in about ${formats.en.counted(seconds, 'second', 'seconds')}`,
  (seconds: number) => `Empieza en unos ${formats.es.counted(seconds, 'segundo', 'segundos')}`,
);
export const textLater = text(
  'The text is shown once the race runs.',
  'El texto se muestra cuando empiece la carrera.',
);
export const theText = text('The text of the race', 'El texto de la carrera');
export const noRace = text('There is no race to watch here', 'Aquí no hay ninguna carrera que ver');
export const noRaceText = text(
  'It is over, private, or its code is wrong.',
  'Terminó, es privada o el código no es correcto.',
);
export const nextRace = text('Watch the next race', 'Ver la siguiente carrera');

export const live = text('Live now', 'En vivo');
export const best = text('Best of the last 24 hours', 'Lo mejor de las últimas 24 horas');
export const bestRun = text(
  (username: string, speed: string) => `${username} typed ${speed}`,
  (username: string, speed: string) => `${username} escribió a ${speed}`,
);
export const replay = text('Watch the replay', 'Ver la repetición');

export const overlayOff = text(
  'This overlay is off. Its racer can switch it on in the account settings.',
  'Esta superposición está desactivada. Quien compite puede activarla en los ajustes de su cuenta.',
);
export const overlayTitle = text(
  (username: string) => `The race of ${username}`,
  (username: string) => `La carrera de ${username}`,
);
