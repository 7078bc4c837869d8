import { formatsOf } from '../platform/format';
import type { strings as english } from './strings.en';

const format = formatsOf('es');

export const strings: typeof english = {
  suggestion: {
    text: 'Texto',
    author: 'Autor',
    preview: 'Vista previa',
    nothing: 'Aquí aparecerá tu texto.',
    count: (length: number, longest: number) => `${length} de ${longest} caracteres.`,
    tooShort: (length: number, shortest: number) =>
      `${format.counted(length, 'carácter', 'caracteres')}; se necesitan al menos ${shortest}.`,
    tooLong: (length: number, longest: number) => `${length} caracteres; sobran ${length - longest}.`,
    untypeable: (characters: string) => `No se puede escribir con un teclado común: ${characters}.`,
  },

  feedback: {
    title: 'Comentarios',
    lead: '¿Qué te encanta? ¿Qué te estorba? ¿Qué hace falta? Leemos cada palabra.',
    message: 'Mensaje',
    send: 'Enviar',
    left: (characters: number) => format.counted(characters, 'carácter disponible', 'caracteres disponibles'),
    tooLong: (surplus: number) => `A tu mensaje le sobran ${format.counted(surplus, 'carácter', 'caracteres')}.`,
    login: 'Para dejar un comentario, inicia sesión',
    suggest: '¿Conoces un texto que otros deberían escribir?',
    thanks: '¡Gracias por tu comentario!',
    reward: '¡Ganaste un aspecto nuevo!',
    toProfile: 'Míralo en tu perfil',
    again: 'Escribir otro mensaje',
  },

  textRequest: {
    title: 'Sugerir un texto',
    lead: '¿Conoces un pasaje que dé gusto escribir? Sugiérelo.',
    url: 'URL de referencia',
    urlHint: 'Una página web que muestre quién lo escribió; su dirección debe empezar con http:// o https://',
    send: 'Enviar',
    login: 'Para sugerir un texto, inicia sesión',
    notYet: 'Este texto aún no se puede usar. Lee la nota que está debajo.',
    thanks: '¡Gracias por tu sugerencia!',
    sent: 'Nuestro equipo lo aprobará o rechazará en los próximos días hábiles y te enviará el resultado por correo.',
    again: 'Sugerir otro texto',
  },
};
