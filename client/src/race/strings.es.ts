import { formatsOf } from '../platform/format';
import type { strings as english } from './strings.en';

const format = formatsOf('es');

export const strings: typeof english = {
  race: {
    title: 'Multijugador',
    lanes: 'Participantes',
    joining: 'Entrando en la carrera...',
    waitingForOpponents: 'Esperando rivales...',
    waiting: 'Esperando rivales. Empieza más o menos en:',
    starting: 'Empieza en',
    disconnected: 'Sin conexión',
    you: 'tú',
    reconnecting: 'Se perdió la conexión. Reconectando...',
    completed: (username: string) => `Avance de ${username}`,
    place: (place: number) => `Puesto ${place}`,
    saving: 'Guardando...',
    saved: 'Guardado',
    unranked: 'Sin puesto: más de 250 ppm sin sus pulsaciones.',
    won: (skins: number) => `¡Desbloqueaste ${format.counted(skins, 'aspecto nuevo', 'aspectos nuevos')}!`,
    leaderboard: 'Clasificación',
    nobodyYet: 'Nadie ha terminado todavía.',
    nobody: 'Nadie terminó.',
    again: 'Otra carrera',
    over: 'La carrera terminó.',
    invite: 'Copiar enlace de invitación',
    backHome: 'Volver al inicio',
    failed: 'Esta carrera no está disponible',
    elsewhere: 'Estás compitiendo en otra ventana',
    raceHere: 'Competir aquí',
    announcements: {
      startsIn: (seconds: number) => `La carrera empieza en ${format.counted(seconds, 'segundo', 'segundos')}`,
      go: '¡Ya!',
      joined: (usernames: string[]) => `${format.list(usernames)} ${usernames.length === 1 ? 'se unió' : 'se unieron'}`,
      left: (username: string) => `${username} salió`,
      disconnected: (username: string) => `${username} se desconectó`,
      back: (username: string) => `${username} volvió`,
      finished: (username: string) => `${username} terminó`,
      over: 'La carrera terminó',
      place: (place: number) => `Terminaste en el puesto ${place}`,
    },
    card: {
      label: (username: string) => `Estadísticas de ${username}`,
      racesTotal: 'Carreras completadas',
      bestRace: 'Carrera más rápida',
    },
  },
};
