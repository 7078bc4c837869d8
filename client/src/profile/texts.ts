import { site } from '../core/site';
import { text } from '../core/text';

export const back = text('Back', 'Volver');
export const backTo = text(
  (username: string) => `Back to ${username}`,
  (username: string) => `Volver a ${username}`,
);
export const search = text('Search profiles', 'Buscar perfiles');
export const searchButton = text('Search', 'Buscar');
export const notFound = text('Profile was not found', 'No encontramos este perfil');
export const notFoundText = text(
  'This racer may have changed their name or left.',
  'Quizás cambió de nombre o levantó el vuelo.',
);
export const loading = text('Loading profile', 'Cargando el perfil');
export const wears = text(
  (username: string, skin: string) => `${username}, wearing the ${skin} skin`,
  (username: string, skin: string) => `${username}, con el aspecto ${skin}`,
);
export const since = text(
  (date: string) => `Racing since ${date}`,
  (date: string) => `Compite desde el ${date}`,
);
export const division = text('Division', 'División');
export const changeSkin = text('Change skin', 'Cambiar de aspecto');
export const share = text('Share', 'Compartir');
export const shareTitle = text('Share this profile', 'Compartir este perfil');
export const copy = text('Copy to clipboard', 'Copiar al portapapeles');
export const statistics = text('Statistics', 'Estadísticas');
export const statisticsFailed = text('Couldn’t load the statistics', 'No se pudieron cargar las estadísticas');
export const speed = text('Speed', 'Velocidad');
export const accuracy = text('Accuracy', 'Precisión');
export const completed = text('Races completed', 'Carreras completadas');
export const won = text('Races won', 'Carreras ganadas');
export const fastest = text('Fastest race', 'Carrera más rápida');
export const timeSpent = text('Time spent racing', 'Tiempo compitiendo');
export const noRacesYet = text(
  'No races yet. The first one sets the bar.',
  'Todavía no hay carreras. La primera marca el nivel.',
);
export const shareText = text(
  (username: string, numbers: string) => `${username} on ${site.product}: ${numbers}`,
  (username: string, numbers: string) => `${username} en ${site.product}: ${numbers}`,
);

export const challenge = text('Challenge', 'Retar');
export const challengeYourself = text('Beat your best', 'Supera tu marca');
export const challengeHint = text(
  (speed: string) => `A race against the ghost of the best one, ${speed}`,
  (speed: string) => `Una carrera contra el fantasma de la mejor, ${speed}`,
);
export const inviteHint = text(
  (username: string) => `A race with a link, which you send to ${username}`,
  (username: string) => `Una carrera con un enlace, que le envías a ${username}`,
);
export const racesFailed = text('Couldn’t load the races', 'No se pudieron cargar las carreras');
export const curve = text(
  (races: number) => `The last ${races} races`,
  (races: number) => `Las últimas ${races} carreras`,
);
export const bests = text('Fastest races', 'Carreras más rápidas');
export const ofLength = text(
  (length: string) => `Text · ${length}`,
  (length: string) => `Texto · ${length}`,
);
export const lastRaces = text('Last races', 'Últimas carreras');
export const placeOf = text(
  (place: number, racers: number) => `${place} of ${racers}`,
  (place: number, racers: number) => `${place} de ${racers}`,
);

export const skinsTitle = text('Your Skins', 'Tus aspectos');
export const owned = text(
  (count: number) => `Unlocked (${count})`,
  (count: number) => `Desbloqueados (${count})`,
);
export const locked = text(
  (count: number) => `Locked (${count})`,
  (count: number) => `Bloqueados (${count})`,
);
export const allUnlocked = text('You’ve unlocked them all.', 'Ya los desbloqueaste todos.');
