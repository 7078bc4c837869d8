import { paths } from '../core/paths';
import type { OneOf, Range, SettingName, settings } from '../core/settings';
import { formats, type Text, text } from '../core/text';
import { layoutNames } from '../typing/keymap/layoutNames';

export const lead = text(
  'Make the page yours. Every change applies at once.',
  'Pon la página a tu gusto. Cada cambio se aplica al instante.',
);
export const onDevice = text('Kept in this browser.', 'Se guardan en este navegador.');
export const notKept = text(
  'Your browser cannot keep the settings: its storage is blocked or full. They last until you close this page.',
  'Tu navegador no puede guardar los ajustes: su almacenamiento está bloqueado o lleno. Duran hasta que cierres esta página.',
);
export const forGuests = text(
  `Kept in this browser. [Log in](${paths.login}) to have them on all your devices.`,
  `Se guardan en este navegador. [Inicia sesión](${paths.login}) para tenerlos en todos tus dispositivos.`,
);
export const onAccount = text('Kept on your account.', 'Se guardan en tu cuenta.');
export const preview = text('Preview', 'Vista previa');
export const tryIt = text('Type here to try it', 'Escribe aquí para probar');
export const reset = text('Reset to defaults', 'Restablecer valores');
export const wasReset = text(
  'All settings are back to their defaults.',
  'Todos los ajustes tienen sus valores iniciales.',
);
export const undo = text('Undo', 'Deshacer');
export const all = text('All settings', 'Todos los ajustes');
export const muted = text('The sound is muted.', 'El sonido está silenciado.');
export const unmute = text('Unmute', 'Activar sonido');
const percent = text<(value: number) => string>(formats.en.percent, formats.es.percent);

const wpm = text(
  (value: number) => `${value} wpm`,
  (value) => `${value} ppm`,
);

/** The text that the preview types. */
export const sample = text(
  'A colibri beats its wings fifty times a second, and its heart ten times faster than yours. It hovers, turns on the spot, and is the only bird that flies backwards. At night, when the cloud forest is cold, it sleeps so deeply that its heart almost stops. With the first light it is awake, and the first flower is already waiting.',
  'Un colibrí bate las alas cincuenta veces por segundo, y su corazón late diez veces más rápido que el tuyo. Flota, gira en el aire y es la única ave que vuela hacia atrás. De noche, cuando el bosque nuboso está frío, duerme tan hondo que su corazón casi se detiene. Con la primera luz despierta, y la primera flor ya lo espera.',
);

/** The groups of settings, in the order of the screen. */
export const groups = {
  look: { title: text('Appearance', 'Apariencia') },
  text: { title: text('Text', 'Texto') },
  caret: { title: text('Caret', 'Cursor') },
  sound: { title: text('Sound', 'Sonido') },
  shown: { title: text('While you type', 'Mientras escribes') },
  practice: {
    title: text('Practice', 'Práctica'),
    lead: text(
      'Only in Singleplayer. A race is the same for everyone.',
      'Solo en Un jugador. Una carrera es igual para todos.',
    ),
  },
  keyboard: { title: text('Keyboard', 'Teclado') },
};

export const on = text('On', 'Sí');
export const off = text('Off', 'No');
const automatic = text('Automatic', 'Automático');
const same = (name: string) => text(name, name);

/** The name of a setting, what it does if its name does not tell, and the names or the unit of its values. */
type Words<Setting> = { name: Text; hint?: Text } & (Setting extends OneOf<infer Value>
  ? { values: Record<Value, Text> }
  : Setting extends Range
    ? { unit: Text<(value: number) => string> }
    : object);

export const words: { [Name in SettingName]: Words<(typeof settings)[Name]> } = {
  language: {
    name: text('Language', 'Idioma'),
    values: { auto: automatic, en: same('English'), es: same('Español') },
  },
  theme: {
    name: text('Theme', 'Tema'),
    values: {
      system: text('System', 'Sistema'),
      light: text('Light', 'Claro'),
      dark: text('Dark', 'Oscuro'),
      balsa: same('Balsa'),
      celeste: same('Celeste'),
      jacaranda: same('Jacaranda'),
      papaya: same('Papaya'),
      cacao: same('Cacao'),
      guaria: same('Guaria'),
      jaguar: same('Jaguar'),
      morpho: same('Morpho'),
    },
  },
  textLanguage: {
    name: text('Texts in', 'Textos en'),
    hint: text('In practice, and in the races that you open.', 'En la práctica y en las carreras que abres.'),
    values: { auto: automatic, en: same('English'), es: same('Español') },
  },
  typeface: {
    name: text('Typeface', 'Tipo de letra'),
    values: {
      atkinson: same('Atkinson Hyperlegible'),
      jetbrains: same('JetBrains Mono'),
      plex: same('IBM Plex Mono'),
      courier: same('Courier Prime'),
      lexend: same('Lexend'),
      literata: same('Literata'),
      opendyslexic: same('OpenDyslexic'),
    },
  },
  textSize: { name: text('Text size', 'Tamaño del texto'), unit: percent },
  lineWidth: {
    name: text('Line width', 'Ancho de las líneas'),
    hint: text('In characters', 'En caracteres'),
    values: {
      auto: automatic,
      40: same('40'),
      50: same('50'),
      60: same('60'),
      70: same('70'),
      80: same('80'),
      90: same('90'),
      100: same('100'),
    },
  },
  lines: {
    name: text('Lines in view', 'Líneas a la vista'),
    values: { auto: automatic, 2: same('2'), 3: same('3'), 4: same('4'), 5: same('5'), all: text('All', 'Todas') },
  },
  caret: {
    name: text('Caret', 'Cursor'),
    values: {
      bar: text('Bar', 'Barra'),
      block: text('Block', 'Bloque'),
      outline: text('Outline', 'Contorno'),
      underline: text('Underline', 'Subrayado'),
      off: off,
    },
  },
  glide: { name: text('Gliding caret', 'Cursor deslizante') },
  keySound: {
    name: text('Key sound', 'Sonido de las teclas'),
    values: {
      classic: text('Classic', 'Clásico'),
      typewriter: text('Typewriter', 'Máquina de escribir'),
      bubbles: text('Bubbles', 'Burbujas'),
      off: off,
    },
  },
  mistakeSound: {
    name: text('Mistake sound', 'Sonido de los errores'),
    hint: text('A wrong key sounds different.', 'Una tecla equivocada suena distinto.'),
  },
  volume: { name: text('Volume', 'Volumen'), unit: percent },
  showSpeed: { name: text('Show your speed', 'Mostrar tu velocidad') },
  showAccuracy: { name: text('Show your accuracy', 'Mostrar tu precisión') },
  ghosts: {
    name: text('Ghosts', 'Fantasmas'),
    hint: text(
      'Earlier races run along when you race alone. They never count.',
      'Carreras anteriores te acompañan cuando corres a solas. Nunca cuentan.',
    ),
  },
  speedUnit: {
    name: text('Unit of speed', 'Unidad de velocidad'),
    hint: text('Words or characters per minute', 'Palabras o caracteres por minuto'),
    values: { wpm: text('wpm', 'ppm'), cpm: same('cpm') },
  },
  stopOnError: {
    name: text('Stop on a mistake', 'Detenerse en un error'),
    hint: text('You go on once the letter or the word is right.', 'Sigues cuando la letra o la palabra está bien.'),
    values: { off: off, letter: text('At the letter', 'En la letra'), word: text('At the word', 'En la palabra') },
  },
  blindMode: {
    name: text('Blind mode', 'Modo a ciegas'),
    hint: text('Hides your mistakes until you reach the end.', 'Oculta tus errores hasta que llegas al final.'),
  },
  quickRestart: {
    name: text('Restart with', 'Reiniciar con'),
    hint: text(
      'While you type. If it’s Tab, leave the text with Shift + Tab.',
      'Mientras escribes. Si es Tab, sal del texto con Mayús + Tab.',
    ),
    values: { enter: same('Enter'), tab: same('Tab'), escape: same('Esc'), off: off },
  },
  tabEnter: {
    name: text('Tab, then Enter', 'Tab y después Enter'),
    hint: text('What comes after this restart.', 'Lo que viene después de este reinicio.'),
    values: { new: text('A new text', 'Otro texto'), same: text('The same text', 'El mismo texto') },
  },
  pace: {
    name: text('Pace caret', 'Cursor de ritmo'),
    hint: text('A second caret, which moves at this speed.', 'Un segundo cursor, que avanza a esta velocidad.'),
    values: {
      off: off,
      average: text('Your average', 'Tu promedio'),
      best: text('Your best', 'Tu mejor marca'),
      fixed: text('A fixed speed', 'Una velocidad fija'),
    },
  },
  paceSpeed: { name: text('Fixed speed', 'Velocidad fija'), unit: wpm },
  keyboardLayout: {
    name: text('Keyboard layout', 'Distribución del teclado'),
    hint: text(
      'How your keys are shown, and which characters of a text they lack.',
      'Así se muestran tus teclas, y qué caracteres de un texto les faltan.',
    ),
    values: layoutNames,
  },
};
