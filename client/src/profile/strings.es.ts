import { site } from '../core/site';
import type { strings as english } from './strings.en';

export const strings: typeof english = {
  profile: {
    back: 'Volver',
    backTo: (username: string) => `Volver a ${username}`,
    search: 'Buscar perfiles',
    searchButton: 'Buscar',
    notFound: 'No encontramos este perfil',
    notFoundText: 'Quizás cambió de nombre o levantó el vuelo.',
    loading: 'Cargando el perfil',
    wears: (username: string, skin: string) => `${username}, con el aspecto ${skin}`,
    since: (date: string) => `Compite desde el ${date}`,
    changeSkin: 'Cambiar de aspecto',
    share: 'Compartir',
    shareTitle: 'Compartir este perfil',
    copy: 'Copiar al portapapeles',
    statistics: 'Estadísticas',
    speed: 'Velocidad',
    accuracy: 'Precisión',
    completed: 'Carreras completadas',
    won: 'Carreras ganadas',
    fastest: 'Carrera más rápida',
    timeSpent: 'Tiempo compitiendo',
    noRacesYet: 'Todavía no hay carreras. La primera marca el nivel.',
    shareText: (username: string, numbers: string) => `${username} en ${site.product}: ${numbers}`,
    skins: {
      title: 'Tus aspectos',
      owned: (count: number) => `Desbloqueados (${count})`,
      locked: (count: number) => `Bloqueados (${count})`,
      allUnlocked: 'Ya los desbloqueaste todos.',
      changed: (skin: string) => `Ahora llevas el aspecto ${skin}`,
    },
  },
};
