import { site } from '../core/site';
import { text } from '../core/text';

export const copy = text('Copy link', 'Copiar enlace');
export const donate = text('Donate', 'Donar');
export const shareText = text(
  `Think you type fast? Race me on ${site.product}!`,
  `¿Crees que escribes rápido? ¡Compite conmigo en ${site.product}!`,
);
