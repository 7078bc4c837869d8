import { site } from '../core/site';
import type { strings as en } from './strings.en';

export const strings: typeof en = {
  home: {
    headline: 'Dedos veloces, ligeros como plumas.',
    lead: 'Compite en tiempo real o practica a tu ritmo. Con cada carrera escribes un poco más rápido y con mucha más precisión.',
    banners: {
      login: 'Sesión iniciada',
      signup: 'Te enviamos un correo para verificar tu dirección. Revisa tu bandeja de entrada.',
      delete: 'Cuenta eliminada',
      logout: 'Sesión cerrada',
    },
    welcome: (username: string) => `¡Hola, ${username}!`,
    race: 'Compite con otras personas',
    unlock: 'Desbloquea más',
    unlockText:
      'Desbloquea aspectos, juega en modo multijugador y descubre otras sorpresas, solo para quienes tienen cuenta.',
    signup: 'Crear cuenta',
    yourSkin: 'Tu aspecto',
  },

  share: {
    title: 'Compartir esta página',
    copy: 'Copiar enlace',
    tweet: 'Tuitear',
    whatsapp: 'WhatsApp',
    donate: 'Donar',
    text: `¿Crees que escribes rápido? ¡Compite conmigo en ${site.product}!`,
    openedTwitter: 'Se abrió Twitter',
    openedWhatsapp: 'Se abrió WhatsApp',
  },

  leaderboard: {
    title: 'Clasificación',
    sort: (type: string) => `Ordenar por: ${type}`,
    types: {
      wpm: 'Velocidad',
      racesTotal: 'Carreras',
      racesWon: 'Victorias',
      bestRace: 'Mejor carrera',
      accuracy: 'Precisión',
      age: 'Antigüedad',
    },
    columns: {
      place: 'Puesto',
      username: 'Usuario',
      wpm: 'Velocidad promedio',
      racesTotal: 'Carreras',
      racesWon: 'Victorias',
      bestRace: 'Mejor carrera',
      accuracy: 'Precisión promedio',
      since: 'Compite desde',
    },
    failed: 'No se pudo cargar la clasificación',
    empty: 'Todavía no hay carreras. El primer puesto te espera.',
    loading: 'Cargando la clasificación',
  },
};
