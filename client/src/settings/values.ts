import { type Setting, type SettingName, settings } from '../core/settings';
import type { Text } from '../core/text';
import * as texts from './texts';

/** A value of any setting. */
export type Value = string | number | boolean;

/** All values of a setting, in their order. */
export function valuesOf(name: SettingName): readonly Value[] {
  const setting: Setting = settings[name];
  switch (setting.kind) {
    case 'oneOf':
      return setting.values;
    case 'range': {
      const { min, max, step } = setting;
      return Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step);
    }
    case 'flag':
      return [true, false];
  }
}

/** The name of a value. */
export function nameOf(name: SettingName, value: Value): Text {
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (typeof value === 'number') {
    const { unit } = texts.words[name] as { unit: Text<(value: number) => string> };
    return { en: unit.en(value), es: unit.es(value) };
  }
  const names = (texts.words[name] as { values: Record<string, Text> }).values;
  return names[value] ?? { en: value, es: value };
}
