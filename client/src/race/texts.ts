import { formats, text } from '../core/text';

/** The ending of an English ordinal number: 1st, 2nd, 3rd, 4th, 11th. */
function ordinalEnding(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
}

export const title = text('Multiplayer', 'Multijugador');
export const lanes = text('Racers', 'Participantes');
export const joining = text('Joining the race...', 'Entrando en la carrera...');
export const waitingForOpponents = text('Waiting for opponents...', 'Esperando rivales...');
export const waitingForFriends = text('Waiting for your friends...', 'Esperando a tus amistades...');
export const waiting = text('Waiting for opponents. Starting in ca:', 'Esperando rivales. Empieza más o menos en:');
export const starting = text('Starting in', 'Empieza en');
export const disconnected = text('Disconnected', 'Sin conexión');
/** A racer who hides their name from watchers. */
export const hiddenRacer = text('a racer', 'alguien');
export const you = text('you', 'tú');
export const reconnecting = text('Connection lost. Reconnecting...', 'Se perdió la conexión. Reconectando...');
export const completed = text(
  (username: string) => `${username}’s progress`,
  (username: string) => `Avance de ${username}`,
);
export const place = text(
  (place: number) => `${place}${ordinalEnding(place)} place`,
  (place: number) => `Puesto ${place}`,
);
export const saving = text('Saving your result...', 'Guardando tu resultado...');
export const saved = text('Result saved', 'Resultado guardado');
export const winPending = text(
  'You are first. It counts as a win once another racer has typed half of the text.',
  'Llegaste primero. Contará como victoria cuando otra persona haya escrito la mitad del texto.',
);
export const winWithoutOpponent = text(
  'No other racer has a result that counts or was seen typing half of the text, so this race counts as completed, not as a win.',
  'Nadie más tiene un resultado que cuente, ni se vio que alguien más escribiera la mitad del texto, así que esta carrera cuenta como terminada, no como victoria.',
);
export const winRepeated = text(
  'You have won against these racers in a private room since midnight UTC, so this race counts as completed, not as a win.',
  'Desde la medianoche UTC ya les ganaste a estas personas en una sala privada, así que esta carrera cuenta como terminada, no como victoria.',
);
export const unranked = text('Not ranked: it would have to be verified.', 'Sin puesto: tendría que estar verificado.');
export const won = text(
  (skins: number) => `You unlocked ${formats.en.counted(skins, 'new skin', 'new skins')}!`,
  (skins: number) => `¡Desbloqueaste ${formats.es.counted(skins, 'aspecto nuevo', 'aspectos nuevos')}!`,
);
export const leaderboard = text('Leaderboard', 'Clasificación');
export const nobodyYet = text('No one has finished yet.', 'Nadie ha terminado todavía.');
export const nobody = text('No one finished.', 'Nadie terminó.');
export const again = text('Race again', 'Otra carrera');
export const board = text('Board of the day', 'Tabla del día');
export const over = text('The race ended before you finished.', 'La carrera terminó antes de que llegaras.');
export const invite = text('Copy invite link', 'Copiar enlace de invitación');
export const backHome = text('Back to home', 'Volver al inicio');
export const raceNow = text('Race now', 'Competir ya');
export const watchLive = text('Watch it live', 'Verla en vivo');
export const watch = text('Watch the replay', 'Ver la repetición');
export const failed = text('You can’t join this race', 'No puedes entrar en esta carrera');
export const elsewhere = text('You’re racing in another window', 'Estás compitiendo en otra ventana');
export const raceHere = text('Race here', 'Competir aquí');
export const announcements = text(
  {
    youBegin: 'You start the race',
    startsIn: (seconds: number) => `The race starts in ${formats.en.counted(seconds, 'second', 'seconds')}`,
    go: 'Go!',
    joined: (usernames: string[]) => `${formats.en.list(usernames)} joined`,
    left: (username: string) => `${username} left`,
    disconnected: (username: string) => `${username} disconnected`,
    back: (username: string) => `${username} is back`,
    finished: (username: string) => `${username} has finished`,
    over: 'The race is over',
    place: (place: number) => `You finished ${place}${ordinalEnding(place)}`,
  },
  {
    youBegin: 'Tú das la salida',
    startsIn: (seconds: number) => `La carrera empieza en ${formats.es.counted(seconds, 'segundo', 'segundos')}`,
    go: '¡Ya!',
    joined: (usernames: string[]) =>
      `${formats.es.list(usernames)} ${usernames.length === 1 ? 'se unió' : 'se unieron'}`,
    left: (username: string) => `${username} salió`,
    disconnected: (username: string) => `${username} se desconectó`,
    back: (username: string) => `${username} volvió`,
    finished: (username: string) => `${username} terminó`,
    over: 'La carrera terminó',
    place: (place: number) => `Terminaste en el puesto ${place}`,
  },
);

export const cardLabel = text(
  (username: string) => `${username}’s statistics`,
  (username: string) => `Estadísticas de ${username}`,
);
export const racesTotal = text('Races completed', 'Carreras completadas');
export const bestRace = text('Fastest race', 'Carrera más rápida');

export const textIn = text('Text: ', 'Texto: ');
export const begin = text('Start now', 'Empezar ya');
export const beginWithGhosts = text('Start now, against ghosts', 'Empezar ya, contra fantasmas');
