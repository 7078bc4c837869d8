import type { Settings } from '../../core/settings';

/** The name of a layout, as the setting has it. */
export type LayoutName = Settings['keyboardLayout'];

/** A key of a layout: its characters alone, with Shift, with AltGr, and with both. */
export interface LayoutKey {
  /** Unique within the layout. */
  id: string;
  /** The distance of its left edge from that of the keyboard, in keys. */
  left: number;
  /** The row, from 0 for that of the digits. */
  row: number;
  characters: readonly string[];
}

/** The characters of a layout. */
interface Layout {
  /** The keys of each row, separated by spaces: see {@link LayoutKey}. A single letter has its capital with Shift. */
  rows: readonly [string, string, string, string];
  /** The accents that type nothing before the next letter. */
  dead?: string;
}

/** The space bar. */
export const SPACE = 'space';

/** The widths of the space bar and of a whole keyboard, in keys. */
export const [SPACE_WIDTH, KEYBOARD_WIDTH] = [6, 14.5];

const US_DIGITS = '`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) -_ =+';

/** The layouts of Windows, which differ from those of other systems in rare characters only. */
const layouts: Readonly<Record<LayoutName, Layout>> = {
  us: {
    rows: [US_DIGITS, 'q w e r t y u i o p [{ ]} \\|', 'a s d f g h j k l ;: \'"', 'z x c v b n m ,< .> /?'],
  },
  uk: {
    rows: [
      '`¬¦ 1! 2" 3£ 4$€ 5% 6^ 7& 8* 9( 0) -_ =+',
      'q w eEéÉ r t y uUúÚ iIíÍ oOóÓ p [{ ]}',
      "aAáÁ s d f g h j k l ;: '@ #~",
      '\\| z x c v b n m ,< .> /?',
    ],
  },
  es: {
    rows: [
      'ºª\\ 1!| 2"@ 3·# 4$~ 5% 6&¬ 7/ 8( 9) 0= \'? ¡¿',
      'q w eE€ r t y u i o p `^[ +*]',
      'a s d f g h j k l ñ ´¨{ çÇ}',
      '<> z x c v b n m ,; .: -_',
    ],
    dead: '`^´¨~',
  },
  latam: {
    rows: [
      '|°¬ 1! 2" 3# 4$ 5% 6& 7/ 8( 9) 0= \'?\\ ¿¡',
      'qQ@ w e r t y u i o p ´¨ +*~',
      'a s d f g h j k l ñ {[^ }]`',
      '<> z x c v b n m ,; .: -_',
    ],
    dead: '´¨^`',
  },
  de: {
    rows: [
      '^° 1! 2"² 3§³ 4$ 5% 6& 7/{ 8([ 9)] 0=} ß?\\ ´`',
      'qQ@ w eE€ r t z u i o p ü +*~',
      "a s d f g h j k l ö ä #'",
      '<>| y x c v b n mMµ ,; .: -_',
    ],
    dead: '^´`',
  },
  azerty: {
    rows: [
      '² &1 é2~ "3# \'4{ (5[ -6| è7` _8\\ ç9 à0@ )°] =+}',
      'a z eE€ r t y u i o p ^¨ $£¤',
      'q s d f g h j k l m ù% *µ',
      '<> w x c v b n ,? ;. :/ !§',
    ],
    dead: '^¨~`',
  },
  dvorak: {
    rows: [
      '`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) [{ ]}',
      '\'" ,< .> p y f g c r l /? =+ \\|',
      'a o e u i d h t n s -_',
      ';: q j k x b m w v z',
    ],
  },
  colemak: {
    rows: [US_DIGITS, 'q w f p g j l u y ;: [{ ]} \\|', 'a r s t d h n e i o \'"', 'z x c v b k m ,< .> /?'],
  },
};

/** The distance of each row from the left edge, in keys. European keyboards have one more key left of the last row. */
const [LEFT, LEFT_WITH_EXTRA_KEY] = [
  [0, 1.5, 1.75, 2.25],
  [0, 1.5, 1.75, 1.25],
] as const;

/** The number of keys in the last row of a keyboard without the extra one. */
const KEYS_OF_LAST_ROW = 10;

/** The accents as keys have them, by the combining characters that Unicode has for them. */
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': '`',
  '\u0301': '´',
  '\u0302': '^',
  '\u0303': '~',
  '\u0308': '¨',
};

/** Returns the keys of a layout, row by row, without the space bar. */
export function keysOf(name: LayoutName): LayoutKey[] {
  const { rows } = layouts[name];
  const lefts = rows[3].split(' ').length > KEYS_OF_LAST_ROW ? LEFT_WITH_EXTRA_KEY : LEFT;
  return rows.flatMap((keys, row) =>
    keys.split(' ').map((key, column) => ({
      id: `${row} ${column}`,
      left: (lefts[row] ?? 0) + column,
      row,
      characters: charactersOf(key),
    })),
  );
}

/**
 * Returns the ids of the keys that type `character`, in the order in which they are pressed: those of accent and letter
 * for é on most layouts; none if the layout does not have it.
 */
export function keysFor(name: LayoutName, character: string): string[] {
  if (character === ' ') return [SPACE];
  const { dead = '' } = layouts[name];
  const keys = keysOf(name);
  const keyWith = (wanted: string) => keys.find(({ characters }) => characters.includes(wanted))?.id;
  const own = keyWith(character);
  if (own !== undefined) return [own];
  const [letter = '', mark = '', ...more] = character.normalize('NFD');
  const accent = ACCENTS[mark];
  if (more.length > 0 || accent === undefined || !dead.includes(accent)) return [];
  const pressed = [keyWith(accent), keyWith(letter)];
  return pressed.every((id) => id !== undefined) ? pressed : [];
}

/** Returns the characters of a text that no key of a layout types, each once, in the order of the text. */
export function missingOn(name: LayoutName, text: string): string[] {
  // A combining mark belongs to the letter before it.
  return [...new Set(text)].filter((character) => !/\p{M}/u.test(character) && keysFor(name, character).length === 0);
}

function charactersOf(key: string): string[] {
  const characters = [...key];
  const capital = key.toUpperCase();
  return characters.length === 1 && capital !== key && [...capital].length === 1 ? [key, capital] : characters;
}
