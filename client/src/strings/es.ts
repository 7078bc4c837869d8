import { paths } from '../app/paths';
import { site } from '../app/site';
import { formatsOf } from '../platform/format';
import type { en } from './en';
import { type ClientErrorWords, errorText } from './errorText';

const format = formatsOf('es');
const loadErrors = async () => (await import('./errors.es')).inSpanish;
const clientErrors: ClientErrorWords = {
  unreachable: () => 'No se puede conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  unreadable: () => 'No se pudo leer la respuesta del servidor.',
  status: ({ status }) => `El servidor devolvió un error (${status}).`,
};

const terms = `[condiciones de uso](${paths.terms})`;
const privacy = `[política de privacidad](${site.privacyPolicy})`;
const authors = site.authors.map(({ name, url }) => `[${name}](${url})`).join(' y ');

/** The texts in Costa Rican Spanish: neutral, short, and addressing visitors as tú. */
export const strings: typeof en = {
  language: 'es',
  product: site.product,
  title: (screen: string) => `${screen} | ${site.product}`,

  format,

  common: {
    author: (author: string) => `~ ${author}`,
    toProfile: 'Ir a tu perfil',
    wpm: 'ppm',
    seconds: 's',
    copied: 'Copiado al portapapeles',
    close: 'Cerrar',
    loading: 'Cargando...',
    skipToContent: 'Ir al contenido',
    reload: 'Recargar la página',
    home: 'Inicio',
    retry: 'Intentar de nuevo',
    showPassword: 'Mostrar contraseña',
    hidePassword: 'Ocultar contraseña',
  },

  errors: {
    occurred: (message: string) => `Ocurrió un error: ${message}`,
    load: loadErrors,
    textOf: (error) => errorText(error, clientErrors, loadErrors),
    unexpected: '¡Error inesperado de la aplicación!',
    chunk: (id: string) => `No se pudo cargar el fragmento ${id}`,
    notCopied: 'No se pudo copiar. Aquí está: ',
  },

  nav: {
    label: 'Principal',
    menu: 'Menú',
    shop: 'Tienda',
    about: 'Nosotros',
    play: 'Jugar',
    singleplayer: 'Un jugador',
    singleplayerHint: 'Practica tu mecanografía',
    multiplayer: 'Multijugador',
    multiplayerHint: 'Compite con otras personas',
    multiplayerLogin: 'Inicia sesión para jugar',
    login: 'Iniciar sesión',
    homeLabel: `${site.product}, inicio`,
    toDark: 'Cambiar al modo oscuro',
    toLight: 'Cambiar al modo claro',
  },

  footer: {
    label: 'Pie de página',
    feedback: 'Enviar comentarios',
    about: 'Nosotros',
    github: 'GitHub',
    privacy: 'Política de privacidad',
    terms: 'Condiciones',
    imprint: 'Aviso legal',
    copyright: (year: number) => `© ${year} ${site.product}, de ${authors}`,
    language: 'Idioma',
    theme: 'Tema',
    system: 'Sistema',
    light: 'Claro',
    dark: 'Oscuro',
  },

  session: {
    endedElsewhere: 'Cerraste sesión en otra ventana.',
    over: 'Se cerró tu sesión. Vuelve a iniciarla.',
    loadFailed: 'No pudimos cargar tu cuenta',
  },

  eggs: {
    cat: '¡Seguiste el código y encontraste al gato! Ya está en tu colección.',
    capybara: '¡Preguntaste quién hizo esto y encontraste al capibara! Ya está en tu colección.',
    bee: '¡Corriste la voz y encontraste a la abeja! Ya está en tu colección.',
  },

  offline: {
    title: `No se puede conectar con ${site.product}.`,
    text: 'Intentando de nuevo...',
    retry: 'Intentar ahora',
  },

  cookies: {
    title: 'Cookies',
    text: `Solo usamos las cookies y los datos necesarios para que este sitio funcione. Más información en nuestra ${privacy} y en las ${terms}.`,
    accept: 'Entendido',
  },

  home: {
    title: `${site.product} | Carreras de mecanografía en tiempo real`,
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

  notFound: {
    title: `404 Página no encontrada | ${site.product}`,
    heading: 'Página no encontrada',
    text: 'En esta dirección no florece nada.',
    home: 'Volver al inicio',
  },
};
