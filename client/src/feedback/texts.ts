import { formats, text } from '../core/text';

export const suggestion = text(
  {
    text: 'Text',
    author: 'Author',
    language: 'Written in',
    preview: 'Preview',
    nothing: 'Your text will appear here.',
    count: (length: number, longest: number) => `${length} of ${longest} characters.`,
    tooShort: (length: number, shortest: number) => `${length} of at least ${shortest} characters.`,
    tooLong: (length: number, longest: number) =>
      `${formats.en.counted(length - longest, 'character', 'characters')} over the limit of ${longest}.`,
    untypeable: (characters: string) => `Can’t be typed on a standard keyboard: ${characters}.`,
  },
  {
    text: 'Texto',
    author: 'Autor',
    language: 'Escrito en',
    preview: 'Vista previa',
    nothing: 'Aquí aparecerá tu texto.',
    count: (length: number, longest: number) => `${length} de ${longest} caracteres.`,
    tooShort: (length: number, shortest: number) => `${length} de al menos ${shortest} caracteres.`,
    tooLong: (length: number, longest: number) =>
      `${formats.es.counted(length - longest, 'carácter', 'caracteres')} por encima del límite de ${longest}.`,
    untypeable: (characters: string) => `No se puede escribir con un teclado común: ${characters}.`,
  },
);

export const title = text('Feedback', 'Comentarios');
export const lead = text(
  'What do you love? What gets in your way? What’s missing? We read every word.',
  '¿Qué te encanta? ¿Qué te estorba? ¿Qué hace falta? Leemos cada palabra.',
);
export const message = text('Message', 'Mensaje');
export const send = text('Send', 'Enviar');
export const left = text(
  (characters: number) => formats.en.counted(characters, 'character left', 'characters left'),
  (characters: number) => formats.es.counted(characters, 'carácter disponible', 'caracteres disponibles'),
);
export const tooLong = text(
  (surplus: number) => `Your message is ${formats.en.counted(surplus, 'character', 'characters')} too long.`,
  (surplus: number) => `A tu mensaje le sobran ${formats.es.counted(surplus, 'carácter', 'caracteres')}.`,
);
export const login = text('In order to leave feedback please login', 'Para dejar un comentario, inicia sesión');
export const suggest = text('Know a text that others should type?', '¿Conoces un texto que otros deberían escribir?');
export const thanks = text('Thank you four your feedback!', '¡Gracias por tu comentario!');
export const reward = text('You’ve earned a new skin!', '¡Ganaste un aspecto nuevo!');
export const toProfile = text('See it on your profile', 'Míralo en tu perfil');
export const again = text('Write another message', 'Escribir otro mensaje');

export const textRequestTitle = text('Text Request', 'Sugerir un texto');
export const textRequestLead = text(
  'Know a passage that’s a joy to type? Suggest it.',
  '¿Conoces un pasaje que dé gusto escribir? Sugiérelo.',
);
export const url = text('URL for proof', 'URL de referencia');
export const urlHint = text(
  'A link to a page that names the author (http:// or https://)',
  'Un enlace a una página que nombre al autor (http:// o https://)',
);
export const textRequestSend = text('Send', 'Enviar');
export const textRequestLogin = text(
  'In order submit a text request you need to login',
  'Para sugerir un texto, inicia sesión',
);
export const notYet = text('Fix the text before you send it.', 'Corrige el texto antes de enviarlo.');
export const textRequestThanks = text('Thank you for your suggestion!', '¡Gracias por tu sugerencia!');
export const textRequestSent = text(
  'Our team will approve or decline it in the next few business days and email you the result.',
  'Nuestro equipo lo aprobará o rechazará en los próximos días hábiles y te enviará el resultado por correo.',
);
export const textRequestAgain = text('Suggest another text', 'Sugerir otro texto');
