import { paths } from '../../core/paths';
import { site } from '../../core/site';
import { text } from '../../core/text';

const termsLink = { en: `[terms of use](${paths.terms})`, es: `[condiciones de uso](${paths.terms})` };
const privacyLink = {
  en: `[privacy policy](${site.privacyPolicy})`,
  es: `[política de privacidad](${site.privacyPolicy})`,
};
const authorNames = {
  en: site.authors.map(({ name, url }) => `[${name}](${url})`).join(' and '),
  es: site.authors.map(({ name, url }) => `[${name}](${url})`).join(' y '),
};

export const navLabel = text('Main', 'Principal');
export const menu = text('Menu', 'Menú');
export const shop = text('Shop', 'Tienda');
export const navAbout = text('About', 'Nosotros');
export const play = text('Play', 'Jugar');
export const multiplayerHint = text('Compete against others', 'Compite con otras personas');
export const privateRaceHint = text('Race your friends', 'Compite con tus amistades');
export const loginToPlay = text('Please login to play', 'Inicia sesión para jugar');
export const today = text('Today’s race', 'La carrera de hoy');
export const todayHint = text('One text, one attempt', 'Un texto, un intento');
export const event = text('Event', 'Evento');
export const eventHint = text('Join with a code', 'Entra con un código');
export const homeLabel = text(`${site.product}, home`, `${site.product}, inicio`);
export const toDark = text('Switch to dark mode', 'Cambiar al modo oscuro');
export const toLight = text('Switch to light mode', 'Cambiar al modo claro');

export const footerLabel = text('Footer', 'Pie de página');
export const feedback = text('Leave Feedback', 'Enviar comentarios');
export const footerAbout = text('About', 'Nosotros');
export const github = text('GitHub', 'GitHub');
export const privacy = text('Privacy Policy', 'Política de privacidad');
export const terms = text('Terms', 'Condiciones');
export const imprint = text('Imprint', 'Aviso legal');
export const copyright = text(
  (year: number) => `© ${year} ${site.product}, by ${authorNames.en}`,
  (year: number) => `© ${year} ${site.product}, de ${authorNames.es}`,
);
export const find = text('Find anything', 'Buscar');
export const language = text('Language', 'Idioma');
export const theme = text('Theme', 'Tema');
export const system = text('System', 'Sistema');
export const light = text('Light', 'Claro');
export const dark = text('Dark', 'Oscuro');

export const offlineTitle = text(`Can’t reach ${site.product}.`, `No se puede conectar con ${site.product}.`);
export const offlineText = text('Retrying...', 'Reintentando...');
export const retry = text('Retry now', 'Reintentar ahora');

export const cookiesTitle = text('Cookies', 'Cookies');
export const cookiesText = text(
  `We only use the cookies and data necessary to run this site. Learn more in our ${privacyLink.en} and ${termsLink.en}.`,
  `Solo usamos las cookies y los datos necesarios para que este sitio funcione. Más información en nuestra ${privacyLink.es} y en las ${termsLink.es}.`,
);
export const accept = text('I understand', 'Entendido');
