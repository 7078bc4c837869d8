import { formatsOf } from '../platform/format';
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIDE } from './pngOf';
import type { strings as english } from './strings.en';

const kib = MAX_IMAGE_BYTES / 1024;
const pixels = formatsOf('es').number(MAX_IMAGE_SIDE);

export const strings: typeof english = {
  admin: {
    title: 'Administración',
    failed: 'No se pudo cargar la página de administración',
    requests: 'Textos sugeridos',
    requestsFailed: 'No se pudieron cargar los textos sugeridos',
    keys: 'Teclas: A aprobar · E editar · R rechazar · ↑ ↓ mover',
    empty: 'Todo al día. El bosque está en calma.',
    requester: 'Sugerido por',
    created: 'Fecha',
    proof: 'Referencia',
    newTab: '(se abre en otra pestaña)',
    approve: 'Aprobar',
    edit: 'Editar',
    reject: 'Rechazar',
    approveEdited: 'Aprobar con los cambios',
    cancel: 'Cancelar',
    reason: 'Motivo',
    reasonHint: 'Se incluye en el correo a la persona que lo sugirió (opcional)',
    approved: (left: number) => `Aprobado. Por decidir: ${left}.`,
    rejected: (left: number) => `Rechazado. Por decidir: ${left}.`,
    addSkin: 'Agregar aspecto',
    name: 'Nombre',
    filename: 'Archivo',
    filenameHint: 'Nombre del archivo de la imagen en /img/skins, sin .png',
    description: 'Descripción',
    price: 'Precio',
    priceHint: 'En dólares de EE. UU.',
    add: 'Agregar aspecto',
    added: (name: string) => `Se agregó ${name}. Estará a la venta en la tienda desde mañana (UTC).`,
    image: 'Imagen del aspecto',
    imageMissing: (path: string) => `No se encontró ninguna imagen en ${path}.`,
    imageFile: 'Imagen',
    imageHint: `Un PNG cuadrado, de ${kib} KiB y ${pixels} píxeles por lado como máximo. No hace falta si el sitio ya tiene el archivo.`,
    choose: 'Suelta aquí un PNG o haz clic para elegirlo',
    imageSize: (width: number, height: number, kib: number) => `${width} × ${height} píxeles, ${kib} KiB`,
    removeImage: 'Quitar la imagen',
    faults: {
      notPng: 'Este archivo no es una imagen PNG. Elige otro.',
      tooLarge: `Esta imagen pesa más de ${kib} KiB. Elige una más pequeña.`,
      tooWide: `Esta imagen mide más de ${pixels} píxeles por lado. Elige una más pequeña.`,
      notSquare: 'Esta imagen no es cuadrada. Elige una que lo sea.',
    },
  },
};
