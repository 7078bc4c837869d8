import { ABOUT_FIELD } from './en';

/**
 * What the server refuses with, in Spanish. The contract has it answer in English sentences; those that it says are kept
 * here, and a test reads them from its source, so that none is missing. What is not here stays as it came.
 */

/** Whole sentences. */
export const sentences: Readonly<Record<string, string>> = {
  // Any call.
  'The request must be a JSON object.': 'La solicitud debe ser un objeto JSON.',
  'The request must be JSON (Content-Type: application/json).':
    'La solicitud debe ser JSON (Content-Type: application/json).',
  'The request took too long to arrive.': 'La solicitud tardó demasiado en llegar.',
  'There is no such call.': 'Esta llamada no existe.',
  'Calls are only accepted from pages of this site.': 'Solo se aceptan llamadas desde las páginas de este sitio.',
  'Please log in.': 'Inicia sesión.',
  'Only admins may do this.': 'Solo quienes administran el sitio pueden hacer esto.',
  'The server is restarting. Please try again in a moment.':
    'El servidor se está reiniciando. Inténtalo de nuevo en un momento.',
  'The server is busy. Please try again in a moment.': 'El servidor está ocupado. Inténtalo de nuevo en un momento.',
  'Something went wrong on our end.': 'Algo salió mal de nuestro lado.',

  // Accounts.
  'The email or password is incorrect.': 'El correo o la contraseña no son correctos.',
  'This link is no longer valid. Please request a new one.': 'Este enlace ya no es válido. Pide uno nuevo.',
  'Your email address is already verified.': 'Tu correo ya está verificado.',
  'There is no user with this name.': 'No hay ningún usuario con este nombre.',

  // Texts.
  'No texts are available.': 'No hay textos disponibles.',
  'This text is already in use.': 'Este texto ya está en uso.',
  'This text has already been suggested.': 'Este texto ya fue sugerido.',
  'There is no such text request.': 'Esta sugerencia no existe.',
  'This text request has already been decided.': 'Esta sugerencia ya fue decidida.',

  // Skins and payments.
  'There is no skin with this name.': 'No hay ningún aspecto con este nombre.',
  'You have not unlocked this skin yet.': 'Todavía no has desbloqueado este aspecto.',
  'This skin is unlocked in a different way.': 'Este aspecto se desbloquea de otra manera.',
  'Payments are not set up on this site, so nothing can be bought.':
    'Los pagos no están configurados en este sitio, así que no se puede comprar nada.',
  'This skin is not for sale.': 'Este aspecto no está a la venta.',
  'This skin is not in the shop today.': 'Este aspecto no está hoy en la tienda.',
  'You already own this skin.': 'Este aspecto ya es tuyo.',
  'A payment for this skin is still being processed. Please wait a few minutes.':
    'Todavía se está procesando un pago por este aspecto. Espera unos minutos.',
  'This payment was not found in your account.': 'Este pago no aparece en tu cuenta.',
  'You have not approved this payment. You were not charged.': 'No aprobaste este pago. No se te cobró nada.',
  'This payment can no longer be completed. You were not charged.':
    'Este pago ya no se puede completar. No se te cobró nada.',
  'Your payment went through, but we could not give you the skin. You will get a refund.':
    'Tu pago se realizó, pero no pudimos darte el aspecto. Te devolveremos el dinero.',
  'This payment has been refunded.': 'Ya te devolvimos el dinero de este pago.',
  'PayPal declined the payment. You were not charged; please choose another payment method.':
    'PayPal rechazó el pago. No se te cobró nada; elige otra forma de pago.',
  'PayPal could not process the payment. You were not charged; please try again later.':
    'PayPal no pudo procesar el pago. No se te cobró nada; inténtalo más tarde.',
  'PayPal has not confirmed the payment yet. If it does, you will get the skin within minutes and pay only once.':
    'PayPal todavía no ha confirmado el pago. Si lo hace, tendrás el aspecto en unos minutos y pagarás una sola vez.',

  // Races.
  'There is no seat in this room.': 'No hay lugar en esta carrera.',
  'There is no such room.': 'Esta carrera no existe.',
  'This room is closed.': 'Esta carrera ya se cerró.',
  'The room is busy. Try again.': 'Esta carrera está ocupada. Inténtalo de nuevo.',
  'Take a seat first (POST /api/play).': 'Primero toma un lugar (POST /api/play).',
  'This is not your username.': 'Este no es tu nombre de usuario.',
  'Join the room first.': 'Primero entra en la carrera.',
  'The race has not started yet.': 'La carrera todavía no ha empezado.',
  'The race is over.': 'La carrera terminó.',
  'You have already finished.': 'Ya terminaste.',
  'The text has not been typed to the end.': 'El texto no se escribió hasta el final.',
  'This is faster than anyone can type.': 'Nadie puede escribir tan rápido.',
  'One key cannot go back this far.': 'Una sola tecla no puede retroceder tanto.',
  'The accuracy is not a number.': 'La precisión no es un número.',
  'These are more keys than anyone can press in that time.': 'Nadie puede pulsar tantas teclas en ese tiempo.',
  'These keys do not produce the text.': 'Estas teclas no producen el texto.',
  'Your result could not be saved.': 'No se pudo guardar tu resultado.',
  'You joined this race from another window.': 'Entraste en esta carrera desde otra ventana.',
  'This race ended early because of a problem on our end.':
    'Esta carrera terminó antes de tiempo por un problema nuestro.',
  'This race will not start because the server is restarting. Race again in a minute.':
    'Esta carrera no va a empezar porque el servidor se está reiniciando. Vuelve a competir en un minuto.',
  'The server is restarting. Race again in a minute.':
    'El servidor se está reiniciando. Vuelve a competir en un minuto.',
  'Log in to race: the token is missing.': 'Inicia sesión para competir: falta el token.',
  'Log in again: this token is not valid or has expired.':
    'Inicia sesión de nuevo: este token no es válido o ya venció.',
  'You are sending too many events.': 'Estás enviando demasiados eventos.',
  'There is no event with this name.': 'No hay ningún evento con este nombre.',
  'You have opened too many windows. This one was closed.': 'Abriste demasiadas ventanas. Esta se cerró.',
  'You are in too many rooms.': 'Estás en demasiadas carreras.',
};

/** What is wrong with a field: the rest of a sentence that begins with it. */
export const reasons: Readonly<Record<string, string>> = {
  'is missing': 'no puede faltar',
  'is incorrect': 'no es correcta',
  'is reserved': 'está reservado',
  'has the wrong type': 'no es del tipo esperado',
  'is already yours': 'ya es el tuyo',
  'is too easy to guess; try a longer one or several words':
    'es demasiado fácil de adivinar; prueba con una más larga o con varias palabras',
  'is not the one this payment is for': 'no es el de este pago',
  'is not the one who approved this payment': 'no es quien aprobó este pago',
  'has no image; upload one, or add it to /img/skins/ as a .png first':
    'no tiene imagen; súbela o ponla primero en /img/skins/ como .png',
  'must be a base64-encoded PNG': 'debe ser un PNG codificado en base64',
  'must be a PNG of at most 256 KiB': 'debe ser un PNG de 256 KiB como máximo',
  'must be a PNG of at most 1024 pixels per side': 'debe ser un PNG de 1024 píxeles por lado como máximo',
  'must be a square PNG': 'debe ser un PNG cuadrado',
  'must be a valid PNG': 'debe ser un PNG válido',
  'must be text': 'debe ser texto',
  'must be a number': 'debe ser un número',
  'must be a whole number': 'debe ser un número entero',
  'must be true or false': 'debe ser verdadero o falso',
  'must be 0 or more': 'debe ser 0 o más',
  'must be between 0 and 100': 'debe estar entre 0 y 100',
  'must be between 0 and 350': 'debe estar entre 0 y 350',
  'must be more than 0 seconds and at most one day': 'debe ser de más de 0 segundos y de un día como máximo',
  'must be an ISO 8601 date and time': 'debe ser una fecha y hora en formato ISO 8601',
  'must not be in the future': 'no puede estar en el futuro',
  'must be a valid email address': 'debe ser una dirección de correo válida',
  'must match the password': 'debe coincidir con la contraseña',
  'must be the one from the link we sent': 'debe ser el del enlace que enviamos',
  'must be a two-letter country code (ISO 3166-1) or empty':
    'debe ser un código de país de dos letras (ISO 3166-1) o estar vacío',
  'must be 10 to 64 characters: letters, numbers, or -': 'debe tener de 10 a 64 caracteres: letras, números o -',
  'must not contain control characters': 'no puede contener caracteres de control',
  'must not contain characters that change the writing direction':
    'no puede contener caracteres que cambien la dirección de la escritura',
  'must not contain the NUL character': 'no puede contener el carácter NUL',
};

/** Fields, as our forms call them. */
const fields: Readonly<Record<string, string>> = {
  username: 'El nombre de usuario',
  email: 'El correo',
  country: 'El país',
  password: 'La contraseña',
  passwordConfirm: 'La confirmación',
  oldPassword: 'La contraseña actual',
  newPassword: 'La contraseña nueva',
  confirmPassword: 'La confirmación',
  confirmationText: 'La palabra de confirmación',
  code: 'El código',
  feedback: 'El mensaje',
  text: 'El texto',
  author: 'El autor',
  url: 'La URL de referencia',
  reason: 'El motivo',
  name: 'El nombre',
  filename: 'El archivo',
  image: 'La imagen',
  description: 'La descripción',
  price: 'El precio',
  skin: 'El aspecto',
  payerId: 'Quien paga',
  wpm: 'La velocidad',
  accuracy: 'La precisión',
  time: 'El tiempo',
  date: 'La fecha',
  // The whole of what was sent.
  '': 'La solicitud',
};

/** What has a value in it: the sentence, and how it is said. */
const patterns: readonly [RegExp, (...values: string[]) => string][] = [
  [
    /^You tried too many times\. Please wait (\d+) (second|minute|hour|day)s?\.$/,
    (count = '', unit = '') => `Lo intentaste demasiadas veces. Espera ${time(Number(count), unit)}.`,
  ],
  [/^This call only accepts (\S+)\.$/, (method) => `Esta llamada solo admite ${method}.`],
  [/^The request is larger than (\S+) KiB\.$/, (size) => `La solicitud supera los ${size} KiB.`],
  [/^An event can be at most (\S+) KiB\.$/, (size) => `Un evento puede tener ${size} KiB como máximo.`],
  [/^This event could not be read: (.+\.)$/, (why = '') => `Este evento no se puede leer. ${inSpanish(why)}`],
  [ABOUT_FIELD, (field = '', reason = '') => `${subject(field)} ${predicate(reason)}.`],
];

const reasonPatterns: readonly [RegExp, (...values: string[]) => string][] = [
  [/^this \w+ is taken$/, () => 'ya está en uso'],
  [/^must be ([A-Z]+)$/, (word) => `debe ser ${word}`],
  [
    /^must be (\d+) to (\d+) characters: letters, numbers, _ or -$/,
    (least, most) => `debe tener de ${least} a ${most} caracteres: letras, números, _ o -`,
  ],
  [
    /^must be 1 to (\d+) characters: letters, numbers, _ or -, without \.png$/,
    (most) => `debe tener de 1 a ${most} caracteres: letras, números, _ o -, sin .png`,
  ],
  [/^must be \$0\.01 to \$(\d+), in whole cents$/, (most) => `debe ser de 0,01 a ${most} dólares, en centavos enteros`],
  [
    /^must be a web address that starts with http:\/\/ or https:\/\/ and has at most (\d+) characters$/,
    (most) => `debe ser una dirección web que empiece con http:// o https:// y tenga ${most} caracteres como máximo`,
  ],
  [/^must have (\d+) to (\d+) characters$/, (least, most) => `debe tener de ${least} a ${most} caracteres`],
  [
    /^must have 1 to (\d+) characters, on one line$/,
    (most) => `debe tener de 1 a ${most} caracteres, en una sola línea`,
  ],
  [/^must have at most (\d+) characters$/, (most) => `debe tener ${most} caracteres como máximo`],
  [
    /^must have (\d+) to (\d+) characters, but has (\d+)$/,
    (least, most, length) => `debe tener de ${least} a ${most} caracteres, pero tiene ${length}`,
  ],
  [
    /^must contain only characters on a standard keyboard, and (.+) is not one$/,
    (stranger) => `solo puede tener caracteres de un teclado común, y ${stranger} no lo es`,
  ],
];

/** A sentence of the server in Spanish; as it came when it is not known. */
export function inSpanish(sentence: string): string {
  return sentences[sentence] ?? matched(sentence, patterns) ?? sentence;
}

function predicate(reason: string): string {
  return reasons[reason] ?? matched(reason, reasonPatterns) ?? reason;
}

function subject(field: string): string {
  return fields[field] ?? `El campo «${field}»`;
}

function time(count: number, unit: string): string {
  return new Intl.NumberFormat('es', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** What the first pattern that fits makes of `words`; null when none does. */
function matched(words: string, candidates: typeof patterns): string | null {
  for (const [pattern, say] of candidates) {
    const found = pattern.exec(words);
    if (found) return say(...found.slice(1));
  }
  return null;
}
