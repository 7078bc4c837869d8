import { formats, text } from '../core/text';

export const loading = text('Loading the replay', 'Cargando la repetición');
export const failed = text('Couldn’t load the replay', 'No se pudo cargar la repetición');
export const missing = text('This race was not found', 'No encontramos esta carrera');
export const missingText = text(
  'The address may be mistyped, or its racers deleted their accounts.',
  'Quizás la dirección está mal escrita, o sus participantes eliminaron sus cuentas.',
);

export const won = text(
  (username: string, speed: string, others: number) =>
    `${username} won at ${speed} against ${formats.en.counted(others, 'other', 'others')}`,
  (username: string, speed: string, others: number) =>
    `${username} ganó a ${speed} contra ${formats.es.counted(others, 'rival', 'rivales')}`,
);
export const raced = text(
  (username: string, speed: string) => `${username} raced at ${speed}`,
  (username: string, speed: string) => `${username} corrió a ${speed}`,
);

export const player = text('Replay', 'Repetición');
export const play = text('Play the replay', 'Reproducir la repetición');
export const pause = text('Pause the replay', 'Pausar la repetición');
export const start = text('To the start', 'Al principio');
export const end = text('To the end', 'Al final');
export const secondBack = text('Back one second', 'Un segundo atrás');
export const secondOn = text('Forward one second', 'Un segundo adelante');
export const keyBack = text('Back one key', 'Una tecla atrás');
export const keyOn = text('Forward one key', 'Una tecla adelante');
export const moment = text('Moment of the race', 'Momento de la carrera');
export const momentOf = text(
  (seconds: number, all: number) => `${seconds} of ${formats.en.counted(all, 'second', 'seconds')}`,
  (seconds: number, all: number) => `${seconds} de ${formats.es.counted(all, 'segundo', 'segundos')}`,
);
export const speed = text('Playback speed', 'Velocidad de reproducción');
export const racer = text('Whose text', 'El texto de');
export const keyboard = text(
  'Keys: Space plays and pauses, arrows move by a second or with Shift by a key, Home and End go to the start and the end, and 1 to 9 choose the racer.',
  'Teclas: Espacio reproduce y pausa, las flechas se mueven un segundo o, con Mayús, una tecla, Inicio y Fin van al principio y al final, y del 1 al 9 eligen participante.',
);

export const hidden = text(
  (username: string) => `${username} hides what they typed in this race. Their lane moves at their average speed.`,
  (username: string) => `${username} oculta lo que escribió en esta carrera. Su carril avanza a su velocidad promedio.`,
);
export const noKeys = text(
  (username: string) => `The keys of ${username} are not kept. Their lane moves at their average speed.`,
  (username: string) => `No se guardan las teclas de ${username}. Su carril avanza a su velocidad promedio.`,
);
export const late = text(
  (username: string) => `${username}’s finish reached us after the race: nobody has seen it, and it doesn’t count.`,
  (username: string) => `La llegada de ${username} nos llegó después de la carrera: nadie la vio, y no cuenta.`,
);
export const missingRacers = text(
  (shown: number, all: number) =>
    `${shown} of ${formats.en.counted(all, 'racer', 'racers')} finished and still have an account.`,
  (shown: number, all: number) =>
    `${shown} de ${formats.es.counted(all, 'participante', 'participantes')} terminaron y aún tienen cuenta.`,
);

export const raceMe = text('Race me', 'Compite conmigo');
export const raceAgainst = text(
  (username: string) => `The same text, in a private room, against the ghost of ${username}`,
  (username: string) => `El mismo texto, en una sala privada, contra el fantasma de ${username}`,
);
export const raceYourself = text(
  'The same text, in a private room, against your own ghost',
  'El mismo texto, en una sala privada, contra tu propio fantasma',
);

export const hide = text('Hide my text', 'Ocultar mi texto');
export const show = text('Show my text', 'Mostrar mi texto');
export const isHidden = text('Only you see what you typed here.', 'Solo tú ves lo que escribiste aquí.');
export const isShown = text(
  'Everyone with the link sees what you typed here.',
  'Quien tenga el enlace ve lo que escribiste aquí.',
);

export const announcements = text(
  {
    right: (count: number, key: string) => `Key ${count}: ${key}`,
    wrong: (count: number, key: string, due: string) => `Key ${count}: ${key} instead of ${due}`,
    erased: (count: number) => `Key ${count}: Backspace`,
    erasedWord: (count: number) => `Key ${count}: word erased`,
    space: 'space',
    finished: (username: string) => `${username} has finished`,
  },
  {
    right: (count: number, key: string) => `Tecla ${count}: ${key}`,
    wrong: (count: number, key: string, due: string) => `Tecla ${count}: ${key} en vez de ${due}`,
    erased: (count: number) => `Tecla ${count}: retroceso`,
    erasedWord: (count: number) => `Tecla ${count}: palabra borrada`,
    space: 'espacio',
    finished: (username: string) => `${username} terminó`,
  },
);
