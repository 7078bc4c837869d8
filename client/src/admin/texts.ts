import { formats, text } from '../core/text';
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIDE } from './pngOf';

const kib = MAX_IMAGE_BYTES / 1024;

const pixels = { en: formats.en.number(MAX_IMAGE_SIDE), es: formats.es.number(MAX_IMAGE_SIDE) };

export const title = text('Admin', 'Administración');
export const failed = text('Couldn’t load the admin page', 'No se pudo cargar la página de administración');
export const requests = text('Text Requests', 'Textos sugeridos');
export const requestsFailed = text('Couldn’t load the text requests', 'No se pudieron cargar los textos sugeridos');
export const keys = text(
  'Shortcuts: A approve · E edit · R reject · ↑ ↓ move',
  'Atajos: A aprobar · E editar · R rechazar · ↑ ↓ mover',
);
export const empty = text('All caught up. The forest is quiet.', 'Todo al día. El bosque está en calma.');
export const requester = text('Suggested by', 'Sugerido por');
export const created = text('Suggested on', 'Fecha');
export const proof = text('Proof', 'Referencia');
export const newTab = text('(opens in a new tab)', '(se abre en otra pestaña)');
export const approve = text('Approve', 'Aprobar');
export const edit = text('Edit', 'Editar');
export const reject = text('Reject', 'Rechazar');
export const approveEdited = text('Approve as edited', 'Aprobar con los cambios');
export const cancel = text('Cancel', 'Cancelar');
export const reason = text('Reason', 'Motivo');
export const reasonHint = text(
  'Included in the email to the person who suggested it (optional)',
  'Se incluye en el correo a la persona que lo sugirió (opcional)',
);
export const approved = text(
  (left: number) => `Approved. ${left} left.`,
  (left: number) => `Aprobado. Por decidir: ${left}.`,
);
export const rejected = text(
  (left: number) => `Rejected. ${left} left.`,
  (left: number) => `Rechazado. Por decidir: ${left}.`,
);
export const addSkin = text('Add skin', 'Agregar aspecto');
export const name = text('Name', 'Nombre');
export const filename = text('Filename', 'Archivo');
export const filenameHint = text(
  'Name of the image in /img/skins, without .png',
  'Nombre de la imagen en /img/skins, sin .png',
);
export const description = text('Description', 'Descripción');
export const price = text('Price', 'Precio');
export const priceHint = text('In US dollars', 'En dólares de EE. UU.');
export const add = text('Add skin', 'Agregar aspecto');
export const added = text(
  (name: string) => `${name} was added. It goes on sale in the shop tomorrow (UTC).`,
  (name: string) => `Se agregó ${name}. Estará a la venta en la tienda desde mañana (UTC).`,
);
export const image = text('Skin image', 'Imagen del aspecto');
export const imageMissing = text(
  (path: string) => `No image found at ${path}.`,
  (path: string) => `No se encontró ninguna imagen en ${path}.`,
);
export const imageFile = text('Image', 'Imagen');
export const imageHint = text(
  `A square PNG, up to ${kib} KiB and ${pixels.en} pixels per side. Leave empty if the site already has the file.`,
  `Un PNG cuadrado, de ${kib} KiB y ${pixels.es} píxeles por lado como máximo. Déjalo vacío si el sitio ya tiene el archivo.`,
);
export const choose = text('Drop a PNG here, or click to choose one', 'Suelta aquí un PNG o haz clic para elegirlo');
export const imageSize = text(
  (width: number, height: number, kib: number) => `${width} × ${height} pixels, ${kib} KiB`,
  (width: number, height: number, kib: number) => `${width} × ${height} píxeles, ${kib} KiB`,
);
export const removeImage = text('Remove image', 'Quitar la imagen');
export const faults = text(
  {
    notPng: 'This file isn’t a PNG image. Please choose another one.',
    tooLarge: `This image is larger than ${kib} KiB. Please choose a smaller one.`,
    tooWide: `This image is wider or taller than ${pixels.en} pixels. Please choose a smaller one.`,
    notSquare: 'This image isn’t square. Please choose a square one.',
  },
  {
    notPng: 'Este archivo no es una imagen PNG. Elige otro.',
    tooLarge: `Esta imagen pesa más de ${kib} KiB. Elige una más pequeña.`,
    tooWide: `Esta imagen mide más de ${pixels.es} píxeles de ancho o de alto. Elige una más pequeña.`,
    notSquare: 'Esta imagen no es cuadrada. Elige una que lo sea.',
  },
);

export const heldResults = text('Held results', 'Resultados retenidos');
export const heldFailed = text('Couldn’t load the held results', 'No se pudieron cargar los resultados retenidos');
export const noneHeld = text('No results to review.', 'No hay resultados por revisar.');
export const decisions = { accept: text('Accept', 'Aceptar'), reject: text('Reject', 'Rechazar') };
export const resultReasonHint = text('Included in the email to the racer', 'Se incluye en el correo a quien corrió');
export const resultAccepted = text('Accepted. The result counts now.', 'Aceptado. El resultado ya cuenta.');
export const resultRejected = text('Rejected. The racer gets an email.', 'Rechazado. Avisamos por correo.');

export const toUsers = text('Users and reports', 'Usuarios y denuncias');
export const toDesk = text('Texts, results and skins', 'Textos, resultados y aspectos');
export const search = text('Search', 'Buscar');
export const query = text('User', 'Usuario');
export const queryHint = text(
  'The start of a username, an email address, or the id of a race',
  'El inicio de un nombre, un correo o el id de una carrera',
);
export const searchFailed = text('Couldn’t search', 'No se pudo buscar');
export const nobodyFound = text('No user found.', 'No se encontró a nadie.');
export const found = text('Users found', 'Usuarios encontrados');
export const onFile = text(
  (races: number, held: number, reports: number) =>
    `Races that count: ${races}. Held back: ${held}. Open reports: ${reports}.`,
  (races: number, held: number, reports: number) =>
    `Carreras que cuentan: ${races}. Retenidas: ${held}. Denuncias abiertas: ${reports}.`,
);
export const isAdmin = text('Admin', 'Admin');
export const bannedUntil = text(
  (date: string | null) => (date === null ? 'Banned for good' : `Banned until ${date}`),
  (date: string | null) => (date === null ? 'Suspensión para siempre' : `Suspensión hasta el ${date}`),
);
export const until = text(
  (date: string | null) => (date === null ? 'for good' : `until ${date}`),
  (date: string | null) => (date === null ? 'para siempre' : `hasta el ${date}`),
);
export const theirReply = text('Their reply', 'Su respuesta');
export const acts = text(
  {
    ban: 'banned',
    unban: 'unbanned',
    rename: 'renamed',
    clear_result: 'result cleared',
    clear_suggestion: 'suggested text rejected',
    retire_text: 'text retired',
    note: 'note',
    settle_reports: 'reports settled',
  },
  {
    ban: 'suspensión',
    unban: 'suspensión levantada',
    rename: 'otro nombre',
    clear_result: 'resultado anulado',
    clear_suggestion: 'texto sugerido rechazado',
    retire_text: 'texto retirado',
    note: 'nota',
    settle_reports: 'denuncias resueltas',
  },
);
export const earlier = text('Earlier decisions', 'Decisiones anteriores');
export const by = text(
  (admin: string) => `by ${admin}`,
  (admin: string) => `por ${admin}`,
);
export const byCommand = text('by command', 'por comando');
export const userActs = {
  ban: text('Ban', 'Suspender'),
  unban: text('Lift the ban', 'Levantar la suspensión'),
  rename: text('Rename', 'Cambiar el nombre'),
  clearresult: text('Clear a result', 'Anular un resultado'),
  note: text('Add a note', 'Agregar una nota'),
};
export const days = text('Days', 'Días');
export const daysHint = text('Leave empty to ban for good', 'Déjalo vacío para siempre');
export const newName = text('New username', 'Nombre nuevo');
export const race = text('Race', 'Carrera');
export const raceHint = text(
  'The last part of the replay’s address',
  'La última parte de la dirección de la repetición',
);
export const actReasonHint = text('Included in the email to the user', 'Se incluye en el correo a la persona');
export const note = text('Note', 'Nota');
export const noteHint = text('For admins; no email is sent', 'Para admins; no se envía ningún correo');
export const acted = text('Done.', 'Listo.');
export const reports = text('Reports', 'Denuncias');
export const reportsFailed = text('Couldn’t load the reports', 'No se pudieron cargar las denuncias');
export const noReports = text('No reports to settle.', 'No hay denuncias por resolver.');
export const kinds = text(
  { name: 'Username', replay: 'Replay', text: 'Text' },
  { name: 'Nombre de usuario', replay: 'Repetición', text: 'Texto' },
);
export const reportedAs = text(
  (name: string) => `Reported as ${name}`,
  (name: string) => `Se denunció como ${name}`,
);
export const reportedBy = text(
  (n: number, first: string | null) => (n === 1 ? `By ${first ?? 'a deleted account'}` : `By ${n} users`),
  (n: number, first: string | null) => (n === 1 ? `Por ${first ?? 'una cuenta eliminada'}` : `Por ${n} personas`),
);
export const openUser = text('See the user', 'Ver a la persona');
export const settle = text('Settle', 'Resolver');
export const retireText = text('Settle and retire the text', 'Resolver y retirar el texto');
export const settleHint = text('Kept with the decision', 'Queda con la decisión');
export const settled = text('Settled.', 'Resuelto.');
export const replies = text('Replies of banned users', 'Respuestas de cuentas suspendidas');
