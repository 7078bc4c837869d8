import { paths } from '../../core/paths';
import { site } from '../../core/site';
import type { strings as en } from './strings.en';

const terms = `[condiciones de uso](${paths.terms})`;
const privacy = `[política de privacidad](${site.privacyPolicy})`;
const authors = site.authors.map(({ name, url }) => `[${name}](${url})`).join(' y ');

export const strings: typeof en = {
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

  notFound: {
    heading: 'Página no encontrada',
    text: 'En esta dirección no florece nada.',
    home: 'Volver al inicio',
  },
};
