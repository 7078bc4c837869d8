import { text } from '../core/text';

export const headline = text('Fast fingers, feather-light.', 'Dedos veloces, ligeros como plumas.');
export const lead = text(
  'Race others in real time, or practice on your own. Every race makes you a little faster and a lot more accurate.',
  'Compite en tiempo real o practica a tu ritmo. Con cada carrera escribes un poco más rápido y con mucha más precisión.',
);
export const welcome = text(
  (username: string) => `Welcome, ${username}`,
  (username: string) => `¡Hola, ${username}!`,
);
export const race = text('Race against others', 'Compite con otras personas');
export const unlock = text('Unlock more', 'Desbloquea más');
export const unlockText = text(
  'Unlock skins, play multiplayer, and discover other amazing features exclusively for registered users.',
  'Desbloquea aspectos, juega en modo multijugador y descubre otras sorpresas, solo para quienes tienen cuenta.',
);

export const typeNow = text('Type now', 'Escribir ahora');
export const today = text('Today’s race', 'La carrera de hoy');
export const shareTitle = text('Share this page', 'Compartir esta página');

export const leaderboardTitle = text('Leaderboard', 'Clasificación');
export const sort = text(
  (type: string) => `Sort by: ${type}`,
  (type: string) => `Ordenar por: ${type}`,
);
export const types = text(
  {
    wpm: 'Wpm',
    racesTotal: 'Total races',
    racesWon: 'Races won',
    bestRace: 'Best race',
    accuracy: 'Accuracy',
    age: 'Age',
  },
  {
    wpm: 'Velocidad',
    racesTotal: 'Carreras',
    racesWon: 'Victorias',
    bestRace: 'Mejor carrera',
    accuracy: 'Precisión',
    age: 'Antigüedad',
  },
);

export const division = text('Division', 'División');
export const allDivisions = text('All divisions', 'Todas las divisiones');

export const place = text('Rank', 'Puesto');
export const username = text('Username', 'Usuario');
export const wpm = text('Average speed', 'Velocidad promedio');
export const racesTotal = text('Total races', 'Carreras');
export const bestRace = text('Best race', 'Mejor carrera');
export const accuracy = text('Average accuracy', 'Precisión promedio');

export const leaderboardFailed = text('Could not load Leaderboard', 'No se pudo cargar la clasificación');
export const empty = text(
  'No races yet. The top spot is up for grabs.',
  'Todavía no hay carreras. El primer puesto te espera.',
);
export const emptyDivision = text('No one is in this division yet.', 'Todavía no hay nadie en esta división.');
export const leaderboardLoading = text('Loading leaderboard', 'Cargando la clasificación');
