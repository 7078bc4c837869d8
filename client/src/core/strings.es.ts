import { strings as shell } from '../app/shell/strings.es';
import { strings as home } from '../home/strings.es';
import { formatsOf } from '../platform/format';
import { type ClientErrorWords, errorText } from './errors/errorText';
import { site } from './site';
import type { en } from './strings.en';

const format = formatsOf('es');
const loadErrors = async () => (await import('./errors/errors.es')).inSpanish;
const clientErrors: ClientErrorWords = {
  unreachable: () => 'No se puede conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  unreadable: () => 'No se pudo leer la respuesta del servidor.',
  status: ({ status }) => `El servidor devolvió un error (${status}).`,
};

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
    tooOld: 'Este navegador es demasiado antiguo para esta página. Actualízalo o usa otro.',
    chunk: (id: string) => `No se pudo cargar el fragmento ${id}`,
    notCopied: 'No se pudo copiar. Aquí está: ',
  },

  ...home,
  ...shell,
};
