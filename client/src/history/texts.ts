import { formats, text } from '../core/text';
import { unverified } from '../typing/review/verdict.texts';

export const lead = text('Every race and every practice of yours.', 'Todas tus carreras y prácticas.');
export const needLogin = text('Log in to see your history.', 'Inicia sesión para ver tu historial.');
export const loading = text('Loading your history', 'Cargando tu historial');
export const failed = text('Couldn’t load your history', 'No se pudo cargar tu historial');

export const filters = text('Filters', 'Filtros');
export const kind = text('Kind', 'Tipo');
export const kinds = {
  race: text('Races', 'Carreras'),
  practice: text('Practice', 'Prácticas'),
};
export const kindOf = {
  race: text('Race', 'Carrera'),
  practice: text('Practice', 'Práctica'),
};
export const mode = text('Mode', 'Modo');
export const language = text('Language', 'Idioma');
export const all = text('All', 'Todos');
export const from = text('From', 'Desde');
export const to = text('To', 'Hasta');
export const clear = text('Clear filters', 'Quitar los filtros');

export const progress = text('Speed and accuracy', 'Velocidad y precisión');
export const events = text('Events', 'Eventos');
export const event = text('Event', 'Evento');
export const eventsHint = text('Their races count in the event alone.', 'Sus carreras cuentan solo en el evento.');
export const runs = text('Runs', 'Carreras y prácticas');
export const run = text('Run', 'Texto');
export const speed = text('Speed', 'Velocidad');
export const raw = text('Raw', 'Bruta');
export const accuracy = text('Accuracy', 'Precisión');
export const consistency = text('Consistency', 'Constancia');
export const time = text('Time', 'Tiempo');
export const place = text('Place', 'Puesto');
export const placeOf = text(
  (place: number, racers: number) => `${place} of ${racers}`,
  (place: number, racers: number) => `${place} de ${racers}`,
);
export const unranked = text('not ranked', 'sin clasificar');
/** The same at the beginning of a line. */
export const unrankedFirst = text('Not ranked', 'Sin clasificar');
/** Practice of which the figures count less. */
export const marks = {
  paused: text('with a pause', 'con una pausa'),
  repeated: text('same words again', 'otra vez las mismas palabras'),
};
export const markHints = {
  paused: text(
    'With a pause of more than ten seconds: left out of averages, curve and bests.',
    'Con una pausa de más de diez segundos: no entra en promedios, curva ni marcas.',
  ),
  repeated: text(
    'The same words as just before: left out of the bests.',
    'Las mismas palabras de justo antes: no entra en las marcas.',
  ),
};
export const noText = text('A text that is not kept', 'Un texto que no se guarda');
export const more = text('Show more', 'Mostrar más');
export const shown = text(
  (runs: number) => `${formats.en.counted(runs, 'run', 'runs')} shown`,
  (runs: number) => `${formats.es.counted(runs, 'fila', 'filas')} a la vista`,
);
export const empty = text(
  'No runs yet. Your races and practice runs will appear here.',
  'Todavía no hay nada. Aquí estarán todas tus carreras y prácticas.',
);
export const noneFound = text('No runs match these filters.', 'Nada coincide con estos filtros.');

export const average = text(
  (runs: number) => `Average of ${runs} runs`,
  (runs: number) => `Promedio de ${runs}`,
);
export const eachRun = text('Each run', 'Cada una');
export const eachDay = text('Each day', 'Cada día');
export const date = text('Date', 'Fecha');
export const plotLabel = text(
  (name: string, from: string, to: string, least: string, most: string) =>
    `${name} from ${from} to ${to}: the average is between ${least} and ${most}`,
  (name: string, from: string, to: string, least: string, most: string) =>
    `${name} del ${from} al ${to}: el promedio está entre ${least} y ${most}`,
);
export const zoom = text('Zoom', 'Zoom');
export const zooms = {
  in: text('Zoom in', 'Acercar'),
  out: text('Zoom out', 'Alejar'),
  earlier: text('Earlier', 'Antes'),
  later: text('Later', 'Después'),
};
export const wholeSpan = text('Show all', 'Mostrar todo');
export const dragHint = text('Drag over a chart to zoom in.', 'Arrastra sobre un gráfico para acercarlo.');
export const plotTooShort = text(
  'After your next run, a curve begins here.',
  'Después de tu próxima carrera o práctica, aquí empieza una curva.',
);

export const bests = text('Personal bests', 'Marcas personales');
export const bestsFailed = text('Couldn’t load your bests', 'No se pudieron cargar tus marcas');

export const days = text('Your days', 'Tus días');
export const calendar = text('Calendar', 'Calendario');
export const daysFailed = text('Couldn’t load your days', 'No se pudieron cargar tus días');
export const streak = text('Current streak', 'Racha actual');
export const longest = text('Longest streak', 'Racha más larga');
export const daysTyped = text('Days typed', 'Días con actividad');
export const daysCounted = text(
  (days: number) => formats.en.counted(days, 'day', 'days'),
  (days: number) => formats.es.counted(days, 'día', 'días'),
);
export const timeTyped = text('Time typed', 'Tiempo escribiendo');
export const keepStreak = text('Type today to keep your streak.', 'Escribe hoy para mantener tu racha.');
export const calendarLabel = text(
  (days: string, streak: string) => `A calendar: typed on ${days}, current streak ${streak}`,
  (days: string, streak: string) => `Un calendario: actividad en ${days}, racha actual de ${streak}`,
);
export const runsCounted = text(
  (runs: number) => formats.en.counted(runs, 'run', 'runs'),
  (runs: number) => formats.es.counted(runs, 'carrera o práctica', 'carreras y prácticas'),
);
export const day = text('Day', 'Día');
export const fewer = text('Fewer runs', 'Menos');
export const moreRuns = text('More', 'Más');

export const back = text('Back to your history', 'Volver a tu historial');
export const runTitle = text('Your run', 'Tu resultado');
export const runFailed = text('Couldn’t load this run', 'No se pudo cargar');
export const runMissing = text('This run was not found', 'No encontramos esta carrera o práctica');
export const runMissingText = text(
  'It may have been deleted, or belongs to another account.',
  'Quizás la eliminaste, o es de otra cuenta.',
);
export const noKeys = text(
  'The keystrokes of this run weren’t kept.',
  'No se guardaron las teclas de esta carrera o práctica.',
);
export const textTitle = text('The text', 'El texto');

export const deleteRun = text('Delete this practice', 'Eliminar esta práctica');
export const deleteRunText = text(
  'This practice, its keys, and what they added to your statistics will be deleted. This can’t be undone.',
  'Se eliminarán esta práctica, sus teclas y lo que sumaron a tus estadísticas. No se puede deshacer.',
);
export const deleteAll = text('Delete all practice', 'Eliminar todas las prácticas');
export const deleteAllText = text(
  'All your practice runs, their keys, and your practice statistics will be deleted. Your races stay. This can’t be undone.',
  'Se eliminarán todas tus prácticas, sus teclas y tus estadísticas de práctica. Tus carreras se quedan. No se puede deshacer.',
);
export const confirmDelete = text('Delete', 'Eliminar');
export const cancel = text('Cancel', 'Cancelar');
export const deletedOne = text('The practice is deleted', 'Práctica eliminada');
export const deletedAll = text('All practice is deleted', 'Prácticas eliminadas');

export const verdicts = {
  unverified,
  verified: text('Verified', 'Verificado'),
  held: text('Held back', 'Retenido'),
  accepted: text('Accepted after review', 'Aceptado tras la revisión'),
  rejected: text('Not accepted after review', 'No aceptado tras la revisión'),
};
export const heldHint = text(
  'This result doesn’t count yet. If you typed it yourself, request a review.',
  'Este resultado todavía no cuenta. Si lo escribiste tú, pide una revisión.',
);
export const askForLook = text('Request a review', 'Pedir una revisión');
export const lookAsked = text('We’ll review it, and send you an email.', 'Lo revisaremos y te enviaremos un correo.');
export const decision = text(
  (reason: string) => `Reason: ${reason}`,
  (reason: string) => `Motivo: ${reason}`,
);
