import { site } from '../core/site';
import { text } from '../core/text';

export const donate = text('Donate', 'Donar');
export const shareText = text(
  `Think you type fast? Race me on ${site.product}!`,
  `¿Crees que escribes rápido? ¡Compite conmigo en ${site.product}!`,
);
