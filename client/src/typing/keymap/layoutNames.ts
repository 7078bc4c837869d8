import { type Text, text } from '../../core/text';
import type { LayoutName } from './layouts';

/** The names of the layouts, also for the settings. */
export const layoutNames: Readonly<Record<LayoutName, Text>> = {
  us: text('QWERTY, US', 'QWERTY, EE. UU.'),
  uk: text('QWERTY, UK', 'QWERTY, Reino Unido'),
  es: text('QWERTY, Spanish', 'QWERTY, español'),
  latam: text('QWERTY, Latin American', 'QWERTY, latinoamericano'),
  de: text('QWERTZ, German', 'QWERTZ, alemán'),
  azerty: text('AZERTY, French', 'AZERTY, francés'),
  dvorak: text('Dvorak', 'Dvorak'),
  colemak: text('Colemak', 'Colemak'),
};
