import type { FieldName } from '../../net/api';
import { character, type ErrorWords, errorsIn, wait } from './errors';

const words: ErrorWords = {
  broken: 'Algo salió mal. Recarga la página.',
  unreachable: 'No se puede conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  status: ({ status }) => `El servidor devolvió un error (${status}).`,

  'too-slow': 'La solicitud tardó demasiado en llegar.',
  'too-large': ({ kib }) => `La solicitud supera los ${kib} KiB.`,
  'foreign-page': 'Esta solicitud vino de otro sitio.',
  'not-logged-in': 'Inicia sesión.',
  'not-admin': 'Solo quienes administran el sitio pueden hacer esto.',
  'too-many-tries': ({ seconds }) => `Demasiados intentos. Inténtalo de nuevo en ${wait('es', seconds)}.`,
  restarting: 'El servidor se está reiniciando. Inténtalo de nuevo en un momento.',
  unavailable: 'El servidor está ocupado. Inténtalo de nuevo en un momento.',
  internal: 'Algo salió mal de nuestro lado.',

  'wrong-login': 'El correo o la contraseña no son correctos.',
  'dead-link': 'Este enlace ya no es válido. Pide uno nuevo.',
  'already-verified': 'Tu correo ya está verificado.',
  'unknown-user': 'No hay ningún usuario con este nombre.',
  taken: ({ field }) => `${field} ya está en uso.`,

  'too-many-api-keys': 'No puedes tener más claves. Revoca una primero.',

  'unknown-run': 'Esta partida no existe.',
  'attempt-over': 'Ya tuviste tu intento en la carrera de hoy. Mañana hay otra.',
  'race-kept': 'Las carreras no se pueden borrar.',

  'no-texts': 'No hay textos disponibles.',
  'text-in-use': 'Ya tenemos este texto.',
  'already-asked': 'Ya pediste que alguien mire este resultado.',
  'not-waiting': 'Ya se decidió sobre este resultado.',
  'already-suggested': 'Este texto ya fue sugerido.',
  'unknown-text-request': 'Esta sugerencia no existe.',
  'already-decided': 'Esta sugerencia ya se aprobó o se rechazó.',

  'skin-locked': 'Todavía no has desbloqueado este aspecto.',
  'not-an-egg': 'Este aspecto no se puede desbloquear así.',
  'payments-off': 'En este sitio no se puede comprar.',
  'not-for-sale': 'Este aspecto no está a la venta.',
  'not-sold-today': 'Este aspecto no está hoy en la tienda.',
  'already-owned': 'Este aspecto ya es tuyo.',
  'payment-under-way': 'Todavía se está procesando un pago por este aspecto. Espera unos minutos.',
  'unknown-payment': 'Este pago no aparece en tu cuenta.',
  'payment-not-approved': 'No aprobaste este pago. No se te cobró nada.',
  'payment-over': 'Este pago ya no se puede completar. No se te cobró nada.',
  'payment-to-refund': 'Tu pago se realizó, pero no pudimos darte el aspecto. Te devolveremos el dinero.',
  'payment-refunded': 'Ya te devolvimos el dinero de este pago.',
  'payment-declined': 'PayPal rechazó el pago. No se te cobró nada; elige otra forma de pago.',
  'payment-failed': 'PayPal no pudo procesar el pago. No se te cobró nada; inténtalo más tarde.',
  'payment-unconfirmed':
    'PayPal todavía no ha confirmado el pago. Si lo hace, tendrás el aspecto en unos minutos y pagarás una sola vez.',

  missing: ({ field }) => `Falta ${field?.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())}.`,
  'out-of-range': ({ field, least, most }) => `${field} debe estar entre ${least} y ${most}.`,
  negative: ({ field }) => `${field} debe ser 0 o más.`,
  length: ({ field, least, most }) => `${field} debe tener de ${least} a ${most} caracteres.`,
  'line-length': ({ field, least, most }) => `${field} debe tener de ${least} a ${most} caracteres, en una sola línea.`,
  'too-long': ({ field, most }) => `${field} debe tener ${most} caracteres como máximo.`,
  'control-characters': ({ field }) => `${field} no puede contener caracteres de control.`,
  'direction-characters': ({ field }) =>
    `${field} no puede contener caracteres que cambien la dirección de la escritura.`,
  'nul-character': ({ field }) => `${field} no puede contener el carácter NUL.`,
  'not-username': ({ field, least, most }) =>
    `${field} debe tener de ${least} a ${most} caracteres: letras, números, _ o -.`,
  reserved: ({ field }) => `${field} está reservado.`,
  'not-email': 'Escribe una dirección de correo válida.',
  'own-email': 'Este ya es tu correo.',
  'wrong-password': ({ field }) => `${field} no es correcta.`,
  'weak-password': ({ field }) =>
    `${field} es demasiado fácil de adivinar; prueba con una más larga o con varias palabras.`,
  'not-repeated': 'Las contraseñas no coinciden.',
  'not-word': ({ word }) => `Escribe ${word} para confirmar.`,
  'not-code': 'Usa el enlace de nuestro último correo.',
  'not-on-keyboard': ({ field, character: code }) =>
    `${field} solo puede tener caracteres de un teclado común; ${character(code)} no está en él.`,
  'text-length': ({ field, least, most, length }) =>
    `${field} debe tener de ${least} a ${most} caracteres, pero tiene ${length}.`,
  'not-web-address': ({ field, most }) =>
    `${field} debe ser una dirección web que empiece con http:// o https:// y tenga ${most} caracteres como máximo.`,
  'not-price': ({ field, most }) => `${field} debe ser de 0,01 a ${most} dólares, en centavos enteros.`,
  'not-filename': ({ field, most }) =>
    `${field} debe tener de 1 a ${most} caracteres: letras, números, _ o -, sin .png.`,
  'no-image': 'Ninguna imagen tiene ese nombre; súbela o ponla primero en /img/skins/ como .png.',
  'image-too-large': ({ field, kib }) => `${field} debe ser un PNG de ${kib} KiB como máximo.`,
  'image-too-wide': ({ field, pixels }) => `${field} debe ser un PNG de ${pixels} píxeles por lado como máximo.`,
  'image-not-square': ({ field }) => `${field} debe ser un PNG cuadrado.`,
  'image-unreadable': ({ field }) => `${field} debe ser un PNG válido.`,
  'not-payment-id': ({ field, least, most }) =>
    `${field} debe tener de ${least} a ${most} caracteres: letras, números o -.`,
  'other-skin': 'Este pago es de otro aspecto.',
  'other-payer': 'Este pago se aprobó con otra cuenta de PayPal.',

  'room-full': 'Esta carrera está llena.',
  'race-begun': 'Esta carrera ya empezó.',
  'unknown-room': 'Esta carrera no existe o ya terminó.',
  'too-many-seats': 'Estás en demasiadas carreras. Sal de alguna e inténtalo de nuevo.',

  'too-many-events': 'Demasiadas acciones a la vez. Espera un segundo e inténtalo de nuevo.',
  'too-many-windows': 'Abriste demasiadas ventanas. Esta se cerró.',
  'too-many-rooms': 'Estás en demasiadas carreras. Sal de alguna e inténtalo de nuevo.',
  'room-busy': 'Esta carrera está ocupada. Inténtalo de nuevo.',
  'room-closed': 'Esta carrera ya se cerró.',
  'no-seat': 'Primero entra en la carrera.',
  'race-over': 'La carrera terminó.',
  'too-fast': 'Nadie puede escribir tan rápido, así que no cuenta.',
  'too-many-keys': 'Nadie puede presionar tantas teclas en ese tiempo.',
  'wrong-keys': 'Tus pulsaciones no coinciden con el texto, así que el resultado no cuenta.',
  'wrong-times': 'Los tiempos de tus pulsaciones no coinciden, así que el resultado no cuenta.',
  'result-not-saved': 'No se pudo guardar tu resultado.',
  'taken-over': 'Entraste en esta carrera desde otra ventana.',
  'race-broken': 'Esta carrera terminó antes de tiempo por un problema nuestro.',
};

/** The names of the fields in our forms. */
export const fields: Readonly<Record<FieldName, string> & Record<string, string>> = {
  username: 'El nombre de usuario',
  email: 'El correo',
  country: 'El país',
  password: 'La contraseña',
  passwordConfirm: 'La confirmación de la contraseña',
  oldPassword: 'La contraseña actual',
  newPassword: 'La contraseña nueva',
  confirmPassword: 'La confirmación de la contraseña',
  confirmationText: 'La palabra de confirmación',
  code: 'El código',
  feedback: 'El mensaje',
  text: 'El texto',
  author: 'El autor',
  url: 'La URL de referencia',
  reason: 'El motivo',
  explanation: 'El motivo',
  name: 'El nombre',
  keyName: 'El nombre',
  filename: 'El nombre del archivo',
  image: 'La imagen',
  description: 'La descripción',
  price: 'El precio',
  skin: 'El aspecto',
  settings: 'Los ajustes',
  paymentId: 'El número de pago',
  payerId: 'La identificación de quien paga',
  wpm: 'La velocidad',
  accuracy: 'La precisión',
  time: 'El tiempo',
  date: 'La fecha',
};

export const inSpanish = errorsIn(words, (field) =>
  field === undefined ? 'La solicitud' : (fields[field] ?? `El campo “${field}”`),
);
