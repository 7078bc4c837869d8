import { themeNames } from '../design/themes';

/**
 * The settings of a visitor, one line each. The settings screen, the palette and the script of the first paint read this
 * table; `make generate` writes it to `shared/fixtures/settings.json`, by which the api checks the settings of
 * an account.
 */
export const settings = {
  language: oneOf('look', 'auto', 'en', 'es'),
  theme: oneOf('look', 'system', ...themeNames),
  /** The language of texts in practice and in races that the visitor opens; `auto` takes that of the page. */
  textLanguage: oneOf('text', 'auto', 'en', 'es'),
  typeface: oneOf('text', 'atkinson', 'jetbrains', 'plex', 'courier', 'lexend', 'literata', 'opendyslexic'),
  /** In percent. */
  textSize: range('text', { min: 75, max: 200, step: 5, default: 100 }),
  /** In characters; `auto` takes the width of the page. */
  lineWidth: oneOf('text', 'auto', '40', '50', '60', '70', '80', '90', '100'),
  /** The lines in view; `auto` takes as many as the screen of a practice or a race has room for. */
  lines: oneOf('text', 'auto', '2', '3', '4', '5', 'all'),
  caret: oneOf('caret', 'bar', 'block', 'outline', 'underline', 'off'),
  glide: flag('caret', true),
  keySound: oneOf('sound', 'classic', 'typewriter', 'bubbles', 'off'),
  mistakeSound: flag('sound', true),
  /** In percent. */
  volume: range('sound', { min: 0, max: 100, step: 5, default: 70 }),
  showSpeed: flag('shown', true),
  speedUnit: oneOf('shown', 'wpm', 'cpm'),
  showAccuracy: flag('shown', false),
  /** Ghosts of earlier races, for a racer who is alone. */
  ghosts: flag('shown', true),
  stopOnError: oneOf('practice', 'off', 'letter', 'word'),
  blindMode: flag('practice', false),
  quickRestart: oneOf('practice', 'enter', 'tab', 'escape', 'off'),
  /** The text that Tab, then Enter begins: a new one, or the same. */
  tabEnter: oneOf('practice', 'new', 'same'),
  pace: oneOf('practice', 'off', 'average', 'best', 'fixed'),
  /** In wpm; of a fixed pace. */
  paceSpeed: range('practice', { min: 10, max: 250, step: 5, default: 60 }),
  /** The layout on which keys are shown, and which may lack characters of a text. */
  keyboardLayout: oneOf('keyboard', 'us', 'uk', 'es', 'latam', 'de', 'azerty', 'dvorak', 'colemak'),
} as const;

/** The part of the page that a setting changes; `practice` only that. */
export type Group = 'look' | 'text' | 'caret' | 'sound' | 'shown' | 'practice' | 'keyboard';

/** One of some values, of which the first is the default. */
export interface OneOf<Value extends string = string> {
  kind: 'oneOf';
  group: Group;
  values: readonly Value[];
  default: Value;
}

/** A number from `min` to `max` in steps. */
export interface Range {
  kind: 'range';
  group: Group;
  min: number;
  max: number;
  step: number;
  default: number;
}

/** On or off. */
export interface Flag {
  kind: 'flag';
  group: Group;
  default: boolean;
}

export type Setting = OneOf | Range | Flag;
export type SettingName = keyof typeof settings;
/** The values of all settings. */
export type Settings = { [Name in SettingName]: ValueOf<(typeof settings)[Name]> };

type ValueOf<S extends Setting> = S extends OneOf<infer Value> ? Value : S extends Range ? number : boolean;

export const settingNames = Object.keys(settings) as SettingName[];

export function isSettingName(name: unknown): name is SettingName {
  return settingNames.some((each) => each === name);
}

function oneOf<const Value extends string>(group: Group, ...values: readonly [Value, ...Value[]]): OneOf<Value> {
  return { kind: 'oneOf', group, values, default: values[0] };
}

function range(group: Group, numbers: Omit<Range, 'kind' | 'group'>): Range {
  return { kind: 'range', group, ...numbers };
}

function flag(group: Group, isOn: boolean): Flag {
  return { kind: 'flag', group, default: isOn };
}

/** Returns whether `value` is one that the setting can have. */
export function isValid(setting: Setting, value: unknown): boolean {
  switch (setting.kind) {
    case 'oneOf':
      return setting.values.some((valid) => valid === value);
    case 'range':
      return (
        typeof value === 'number' &&
        value >= setting.min &&
        value <= setting.max &&
        (value - setting.min) % setting.step === 0
      );
    case 'flag':
      return typeof value === 'boolean';
  }
}

/** Names with values that this version may not know. */
export type Stored = Readonly<Record<string, unknown>>;

/** The keys under which earlier versions stored a choice; its name is the same. */
const FORMER_KEYS = ['theme', 'language'] as const;

/** Returns what is stored. Anything but an object holds no settings. */
export function storedSettings(get: (key: 'settings' | (typeof FORMER_KEYS)[number]) => string | null): Stored {
  const stored = get('settings');
  if (stored === null) return Object.fromEntries(FORMER_KEYS.map((key) => [key, get(key) ?? undefined]));
  try {
    const parsed: unknown = JSON.parse(stored);
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** Returns the stored values that are valid; everything else is the default. */
export function settingsOf(stored: Stored): Settings {
  const validOrDefault = (name: SettingName) => {
    const setting: Setting = settings[name];
    return isValid(setting, stored[name]) ? stored[name] : setting.default;
  };
  return Object.fromEntries(settingNames.map((name) => [name, validOrDefault(name)])) as Settings;
}
