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
  'Only pages of this site may call.': 'Solo las páginas de este sitio pueden hacer llamadas.',
  'Please log in.': 'Inicia sesión.',
  'Only admins may do this.': 'Solo quienes administran el sitio pueden hacer esto.',
  'The server is restarting. Please try again in a moment.':
    'El servidor se está reiniciando. Inténtalo de nuevo en un momento.',
  'The server is busy. Please try again in a moment.': 'El servidor está ocupado. Inténtalo de nuevo en un momento.',
  'Something went wrong on the server.': 'Algo salió mal en el servidor.',

  // Accounts.
  'Email or password is wrong.': 'El correo o la contraseña no son correctos.',
  'This link is not valid any more. Please ask for a new one.': 'Este enlace ya no es válido. Pide uno nuevo.',
  'Your email address is verified already.': 'Tu correo ya está verificado.',
  'There is no user of this name.': 'No hay nadie con este nombre de usuario.',

  // Texts.
  'There are no texts.': 'No hay textos.',
  'Racers type this text already.': 'Este texto ya se usa en las carreras.',
  'This text was suggested already.': 'Este texto ya fue sugerido.',
  'There is no such text request.': 'Esta sugerencia no existe.',
  'This text request was decided already.': 'Esta sugerencia ya fue decidida.',

  // Skins and payments.
  'There is no skin of this name.': 'No hay ningún aspecto con este nombre.',
  'You have not unlocked this skin yet.': 'Todavía no has desbloqueado este aspecto.',
  'This skin is unlocked in another way.': 'Este aspecto se desbloquea de otra manera.',
  'Payments are not set up on this site, so nothing can be bought.':
    'Los pagos no están configurados en este sitio, así que no se puede comprar nada.',
  'This skin is not for sale.': 'Este aspecto no está a la venta.',
  'The shop does not sell this skin today.': 'La tienda no vende este aspecto hoy.',
  'You own this skin already.': 'Este aspecto ya es tuyo.',
  'A payment for this skin is being completed. Please wait a few minutes.':
    'Se está completando un pago por este aspecto. Espera unos minutos.',
  'There is no such payment of yours.': 'No tienes ningún pago así.',
  'You have not approved this payment. You were not charged.': 'No aprobaste este pago. No se te cobró nada.',
  'This payment cannot be completed any more. You were not charged.':
    'Este pago ya no se puede completar. No se te cobró nada.',
  'Your payment went through, but there is no skin for it. You will get your money back.':
    'Tu pago se realizó, pero no hay un aspecto para él. Te devolveremos el dinero.',
  'You got your money back for this payment.': 'El dinero de este pago ya se te devolvió.',
  'PayPal declined the payment. You were not charged; please choose another way to pay.':
    'PayPal rechazó el pago. No se te cobró nada; elige otra forma de pago.',
  'PayPal does not take the payment. You were not charged; please try again later.':
    'PayPal no acepta el pago. No se te cobró nada; inténtalo más tarde.',
  'PayPal has not confirmed the payment yet. If it goes through, the skin is yours within minutes; you pay once.':
    'PayPal todavía no confirma el pago. Si se realiza, el aspecto será tuyo en unos minutos; pagas una sola vez.',

  // Races.
  'There is no seat in this room.': 'No hay lugar en esta carrera.',
  'There is no such room.': 'Esta carrera no existe.',
  'This room is closed.': 'Esta carrera ya se cerró.',
  'The room is busy. Try again.': 'Esta carrera está ocupada. Inténtalo de nuevo.',
  'Take a seat first (POST /api/play).': 'Primero toma un lugar (POST /api/play).',
  'This name is not yours.': 'Este nombre no es el tuyo.',
  'Join the room first.': 'Primero entra en la carrera.',
  'The race has not started yet.': 'La carrera todavía no empieza.',
  'The race is over.': 'La carrera terminó.',
  'You have finished already.': 'Ya terminaste.',
  'The text is not typed to its end.': 'El texto no está escrito hasta el final.',
  'This is faster than anybody types.': 'Nadie escribe tan rápido.',
  'This goes back further than one key does.': 'Una sola tecla no retrocede tanto.',
  'The accuracy is not a number.': 'La precisión no es un número.',
  'These are more keys than anybody presses in that time.': 'Nadie pulsa tantas teclas en ese tiempo.',
  'These keys do not give the text.': 'Estas teclas no dan el texto.',
  'Your result could not be saved.': 'No se pudo guardar tu resultado.',
  'You joined this race from another window.': 'Entraste en esta carrera desde otra ventana.',
  'This race broke off because of a fault on our side.': 'Esta carrera se interrumpió por una falla nuestra.',
  'This race will not start, because the server restarts. Race again in a minute.':
    'Esta carrera no va a empezar porque el servidor se reinicia. Vuelve a competir en un minuto.',
  'The server restarts. Race again in a minute.': 'El servidor se reinicia. Vuelve a competir en un minuto.',
  'Sign in to race: a token is missing.': 'Inicia sesión para competir: falta el token.',
  'Sign in again: this token is not valid, or no longer.':
    'Inicia sesión de nuevo: este token no es válido o ya no lo es.',
  'You send too many events.': 'Envías demasiados eventos.',
  'There is no event of this name.': 'No hay ningún evento con este nombre.',
  'You have opened too many windows. This one was closed.': 'Abriste demasiadas ventanas. Esta se cerró.',
  'You are in too many rooms.': 'Estás en demasiadas carreras.',
};

/** What is wrong with a field: the rest of a sentence that begins with it. */
export const reasons: Readonly<Record<string, string>> = {
  'is missing': 'no puede faltar',
  'is wrong': 'no es correcta',
  'is reserved': 'está reservado',
  'is of the wrong type': 'no es del tipo esperado',
  'is your address already': 'ya es el tuyo',
  'is too easy to guess; try a longer one, or several words':
    'es demasiado fácil de adivinar; prueba con una más larga o con varias palabras',
  'is not what this payment is for': 'no es lo que se paga con este pago',
  'is not who approved this payment': 'no es quien aprobó este pago',
  'has no image; it must be in /img/skins/ first, with .png':
    'no tiene imagen; primero tiene que estar en /img/skins/, con .png',
  'must be a PNG in base64': 'debe ser un PNG en base64',
  'must be a PNG of at most 256 KiB': 'debe ser un PNG de 256 KiB como máximo',
  'must be a PNG of at most 1024 pixels on each side': 'debe ser un PNG de 1024 píxeles por lado como máximo',
  'must be a PNG that is as wide as it is high': 'debe ser un PNG tan ancho como alto',
  'must be a PNG that can be read': 'debe ser un PNG que se pueda leer',
  'must be text': 'debe ser texto',
  'must be a number': 'debe ser un número',
  'must be a whole number': 'debe ser un número entero',
  'must be true or false': 'debe ser verdadero o falso',
  'must be 0 or more': 'debe ser 0 o más',
  'must be 0 to 100': 'debe estar entre 0 y 100',
  'must be 0 to 350': 'debe estar entre 0 y 350',
  'must be a number of seconds above 0, and at most a day':
    'debe ser un número de segundos mayor que 0, y de un día como máximo',
  'must be a date and time in ISO 8601': 'debe ser una fecha y hora según ISO 8601',
  'must not be in the future': 'no puede estar en el futuro',
  'must be an email address': 'debe ser una dirección de correo',
  'must be the same as the password': 'debe ser igual a la contraseña',
  'must be the code of the link that we sent': 'debe ser el del enlace que enviamos',
  "must be a country's two letters (ISO 3166-1), or empty": 'debe ser las dos letras de un país (ISO 3166-1) o nada',
  'must be 10 to 64 letters, digits or -': 'debe tener de 10 a 64 letras, dígitos o -',
  'must not contain control characters': 'no puede contener caracteres de control',
  'must not contain characters that turn the direction of writing':
    'no puede contener caracteres que cambien la dirección de la escritura',
  'must not contain the character NUL': 'no puede contener el carácter NUL',
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
  [/^This call takes (\S+) only\.$/, (method) => `Esta llamada solo admite ${method}.`],
  [/^The request is larger than (\S+) KiB\.$/, (size) => `La solicitud supera los ${size} KiB.`],
  [/^An event holds at most (\S+) KiB\.$/, (size) => `Un evento tiene como máximo ${size} KiB.`],
  [/^This event cannot be read: (.+\.)$/, (why = '') => `Este evento no se puede leer. ${inSpanish(why)}`],
  [ABOUT_FIELD, (field = '', reason = '') => `${subject(field)} ${predicate(reason)}.`],
];

const reasonPatterns: readonly [RegExp, (...values: string[]) => string][] = [
  [/^this \w+ is taken$/, () => 'ya está en uso'],
  [/^must be ([A-Z]+)$/, (word) => `debe ser ${word}`],
  [
    /^must be (\d+) to (\d+) letters, digits, _ or -$/,
    (least, most) => `debe tener de ${least} a ${most} letras, dígitos, _ o -`,
  ],
  [
    /^must be 1 to (\d+) letters, digits, _ or -, without \.png$/,
    (most) => `debe tener de 1 a ${most} letras, dígitos, _ o -, sin .png`,
  ],
  [
    /^must be 0\.01 to (\d+) dollars, in whole cents$/,
    (most) => `debe ser de 0,01 a ${most} dólares, en centavos enteros`,
  ],
  [
    /^must be the address of a page, from http:\/\/ or https:\/\/ on, of at most (\d+) characters$/,
    (most) => `debe ser la dirección de una página, desde http:// o https://, de ${most} caracteres como máximo`,
  ],
  [/^must have (\d+) to (\d+) characters$/, (least, most) => `debe tener de ${least} a ${most} caracteres`],
  [
    /^must have 1 to (\d+) characters, on one line$/,
    (most) => `debe tener de 1 a ${most} caracteres, en una sola línea`,
  ],
  [/^must have at most (\d+) characters$/, (most) => `debe tener ${most} caracteres como máximo`],
  [
    /^must have (\d+) to (\d+) characters, and has (\d+)$/,
    (least, most, length) => `debe tener de ${least} a ${most} caracteres, y tiene ${length}`,
  ],
  [
    /^must have characters of a keyboard only, and (.+) is none$/,
    (stranger) => `solo puede tener caracteres de un teclado, y ${stranger} no lo es`,
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
