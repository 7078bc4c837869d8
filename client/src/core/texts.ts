import { site } from './site';
import { text } from './text';

export const title = text(
  (screen: string) => `${screen} | ${site.product}`,
  (screen: string) => `${screen} | ${site.product}`,
);
export const author = text(
  (author: string) => `~ ${author}`,
  (author: string) => `~ ${author}`,
);
export const toProfile = text('Go to your profile', 'Ir a tu perfil');
export const wpm = text('wpm', 'ppm');
export const cpm = text('cpm', 'cpm');
export const seconds = text('s', 's');
export const copyLink = text('Copy link', 'Copiar enlace');
export const copied = text('Successfully copied to clipboard', 'Copiado al portapapeles');
export const close = text('Close', 'Cerrar');
export const loading = text('Loading...', 'Cargando...');
export const skipToContent = text('Skip to content', 'Ir al contenido');
export const reload = text('Reload the page', 'Recargar la página');
export const home = text('Home', 'Inicio');
export const retry = text('Try again', 'Intentar de nuevo');
export const showPassword = text('Show password', 'Mostrar contraseña');
export const hidePassword = text('Hide password', 'Ocultar contraseña');

export const occurred = text(
  (message: string) => `An error occurred: ${message}`,
  (message: string) => `Ocurrió un error: ${message}`,
);
export const unexpected = text('Unexpected Application Error!', '¡Error inesperado de la aplicación!');
export const tooOld = text(
  'This browser is too old for this page. Update it, or use another one.',
  'Este navegador es demasiado antiguo para esta página. Actualízalo o usa otro.',
);
export const chunk = text(
  (id: string) => `Loading chunk ${id} failed`,
  (id: string) => `No se pudo cargar el fragmento ${id}`,
);
export const notCopied = text('Couldn’t copy. Here it is: ', 'No se pudo copiar. Aquí está: ');

export const banners = text(
  {
    login: 'Successfully logged in',
    signup: 'We sent you an email to verify your email adress. Please check your inbox.',
    delete: 'Successfully deleted account',
    logout: 'Successfully logged out',
  },
  {
    login: 'Sesión iniciada',
    signup: 'Te enviamos un correo para verificar tu dirección. Revisa tu bandeja de entrada.',
    delete: 'Cuenta eliminada',
    logout: 'Sesión cerrada',
  },
);
export const signup = text('Sign up', 'Crear cuenta');
export const yourSkin = text('Your skin', 'Tu aspecto');

export const tweet = text('Tweet', 'Tuitear');
export const whatsapp = text('WhatsApp', 'WhatsApp');
export const openedTwitter = text('Successfully opened Twitter', 'Se abrió Twitter');
export const openedWhatsapp = text('Successfully opend WhatsApp', 'Se abrió WhatsApp');

export const racesWon = text('Races won', 'Victorias');
export const since = text('Racing since', 'Compite desde');

export const singleplayer = text('Singleplayer', 'Un jugador');
export const singleplayerHint = text('Practice your typing', 'Practica tu mecanografía');
export const multiplayer = text('Multiplayer', 'Multijugador');
export const replay = text('Replay', 'Repetición');
export const history = text('History', 'Historial');
export const yourKeys = text('Your keys', 'Tus teclas');
export const settings = text('Settings', 'Ajustes');
export const login = text('Login', 'Iniciar sesión');

export const endedElsewhere = text('You were logged out in another window.', 'Cerraste sesión en otra ventana.');
export const over = text('You have been logged out. Please log in again.', 'Se cerró tu sesión. Vuelve a iniciarla.');
export const loadFailed = text('We couldn’t load your account', 'No pudimos cargar tu cuenta');

export const notFoundHeading = text('Not Found', 'Página no encontrada');
export const notFoundText = text('Nothing blooms at this address.', 'En esta dirección no florece nada.');
export const notFoundHome = text('Back to home', 'Volver al inicio');
