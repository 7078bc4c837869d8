import { formats, text } from '../core/text';

export const title = text('Host an event', 'Organizar un evento');
export const lead = text(
  'Races for a class, a club or a stream. Whoever has the code joins, also without an account.',
  'Carreras para una clase, un club o una transmisión. Entra quien tenga el código, también sin cuenta.',
);
export const needLogin = text('Log in to host an event.', 'Inicia sesión para organizar un evento.');
export const eventTitle = text('Title', 'Título');
export const defaultTitle = text(
  (username: string) => `A race with ${username}`,
  (username: string) => `Una carrera con ${username}`,
);
export const language = text('Language of the texts', 'Idioma de los textos');
export const joining = text('Who may join', 'Quién puede entrar');
export const joiningOf = {
  everyone: text('Anyone with the code', 'Quien tenga el código'),
  members: text('Members only', 'Solo con cuenta'),
};
export const scoring = text('Points', 'Puntos');
export const scoringOf = {
  places: text('5, 3, 2, 1 by place', '5, 3, 2, 1 por puesto'),
  speed: text('Average speed', 'Velocidad promedio'),
};
export const open = text('Open the event', 'Abrir el evento');

export const rounds = text('Rounds', 'Rondas');
export const round = text(
  (number: number) => `Round ${formats.en.number(number)}`,
  (number: number) => `Ronda ${formats.es.number(number)}`,
);
export const kind = text('Kind of text', 'Tipo de texto');
export const kinds = {
  site: text('A text of the site', 'Un texto del sitio'),
  chosen: text('A text you choose', 'Un texto que eliges'),
  words: text('Frequent words', 'Palabras frecuentes'),
  own: text('Your own text', 'Tu propio texto'),
};
export const size = text('Length', 'Largo');
export const sizes = {
  short: text('Short', 'Corto'),
  medium: text('Medium', 'Medio'),
  long: text('Long', 'Largo'),
};
export const words = text('Number of words', 'Número de palabras');
export const otherText = text('Another text', 'Otro texto');
export const ownText = text('Your text', 'Tu texto');
export const ownHint = text(
  (characters: number, most: number, limit: string) =>
    `${formats.en.number(characters)} of ${formats.en.number(most)} characters. Racers have ${limit} for it.`,
  (characters: number, most: number, limit: string) =>
    `${formats.es.number(characters)} de ${formats.es.number(most)} caracteres. Hay ${limit} para escribirlo.`,
);
export const ownTooShort = text('It needs two characters at least.', 'Necesita al menos dos caracteres.');
export const addRound = text('Add a round', 'Añadir una ronda');
export const removeRound = text('Remove this round', 'Quitar esta ronda');
export const moveUp = text('Move up', 'Subir');
export const moveDown = text('Move down', 'Bajar');

export const yourEvents = text('Your events', 'Tus eventos');
export const noEvents = text('You have hosted none yet.', 'Todavía no organizaste ninguno.');
export const eventsFailed = text('Couldn’t load your events', 'No se pudieron cargar tus eventos');
export const isOpen = text('open', 'abierto');
export const isOver = text('over', 'terminado');

export const failed = text('You can’t host this event', 'No puedes dirigir este evento');
export const loading = text('Loading the event', 'Cargando el evento');
export const howToJoin = text('How to join', 'Cómo entrar');
export const joinAt = text(
  (address: string) => `Go to ${address} and enter`,
  (address: string) => `Entra en ${address} y escribe`,
);
export const qr = text('QR code of the link', 'Código QR del enlace');
export const toWall = text('Open the wall', 'Abrir la pantalla');
export const wallHint = text('For a projector or a stream', 'Para un proyector o una transmisión');
export const copyCohost = text('Copy link for a co-host', 'Copiar enlace para otra persona');
export const cohostHint = text(
  'Whoever has it can do all that you can on this page.',
  'Quien lo tenga puede hacer todo lo que tú puedes en esta página.',
);
export const lock = text('Closed to newcomers', 'Cerrado a más gente');
export const showNames = text('Names on the wall', 'Nombres en la pantalla');

export const roundOf = text(
  (round: number, rounds: number) => `Round ${formats.en.number(round)} of ${formats.en.number(rounds)}`,
  (round: number, rounds: number) => `Ronda ${formats.es.number(round)} de ${formats.es.number(rounds)}`,
);
export const start = text(
  (round: number) => `Start round ${formats.en.number(round)}`,
  (round: number) => `Empezar la ronda ${formats.es.number(round)}`,
);
export const nobodyHere = text('Nobody has joined yet.', 'Todavía no entró nadie.');
export const here = text(
  (racers: number) => `${formats.en.counted(racers, 'racer', 'racers')} in the waiting room`,
  (racers: number) => `${formats.es.counted(racers, 'participante', 'participantes')} en la sala de espera`,
);
export const waiting = text('In the waiting room', 'En la sala de espera');
export const away = text('In a race or away', 'En carrera o fuera');
export const guest = text('guest', 'sin cuenta');
export const remove = text(
  (name: string) => `Remove ${name}`,
  (name: string) => `Expulsar a ${name}`,
);
export const cancel = text('Cancel', 'Cancelar');
export const raceRuns = text(
  (round: number) => `Round ${formats.en.number(round)} is on`,
  (round: number) => `La ronda ${formats.es.number(round)} está en marcha`,
);
export const finished = text(
  (finished: number, racers: number) =>
    `${formats.en.number(finished)} of ${formats.en.counted(racers, 'racer', 'racers')} finished`,
  (finished: number, racers: number) =>
    `${finished === 1 ? 'Terminó' : 'Terminaron'} ${formats.es.number(finished)} de ${formats.es.counted(racers, 'participante', 'participantes')}`,
);
export const noRoundLeft = text(
  'The last round has begun. The event ends with it.',
  'Empezó la última ronda. El evento termina con ella.',
);
export const over = text('This event is over.', 'Este evento terminó.');
export const edit = text('Change the event', 'Cambiar el evento');
export const editHint = text('Rounds that have begun stay as they are.', 'Las rondas que empezaron quedan como están.');
export const save = text('Save', 'Guardar');
export const end = text('End the event', 'Terminar el evento');
export const endTitle = text('End the event now?', '¿Terminar el evento ahora?');
export const endText = text(
  'Races that run end at once. The table stays for those who took part.',
  'Las carreras en marcha terminan en el acto. La tabla queda para quienes participaron.',
);
export const csv = text('Download results (CSV)', 'Descargar resultados (CSV)');
export const wallTitle = text('Wall', 'Pantalla');
export const joined = text(
  (racers: number) => formats.en.counted(racers, 'racer', 'racers'),
  (racers: number) => formats.es.counted(racers, 'participante', 'participantes'),
);
export const others = text(
  (racers: number) => `and ${formats.en.number(racers)} more`,
  (racers: number) => `y ${formats.es.number(racers)} más`,
);
