import { expect, it } from 'vitest';
import { isValid, type Setting, settingNames, settings, settingsOf } from './settings';

it('the api has the same table', async () => {
  const valuesOf = (setting: Setting) => {
    const { kind, group, ...values } = setting;
    if (kind === 'oneOf') return { oneOf: setting.values };
    return kind === 'range' ? { range: values } : { flag: setting.default };
  };
  const lines = settingNames.map((name) => `  "${name}": ${JSON.stringify(valuesOf(settings[name]))}`);
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('../../../shared/fixtures/settings.json');
});

it.each(settingNames)('the default of %s is valid', (name) => {
  expect(isValid(settings[name], settings[name].default)).toBe(true);
});

it.each([
  ['textSize', 75, true],
  ['textSize', 200, true],
  ['textSize', 70, false],
  ['textSize', 205, false],
  ['textSize', 101, false],
  ['textSize', Number.NaN, false],
  ['textSize', '100', false],
  ['caret', 'block', true],
  ['caret', 'wave', false],
  ['caret', null, false],
  ['glide', false, true],
  ['glide', 'false', false],
] as const)('%s accepts %j: %s', (name, value, accepted) => {
  expect(isValid(settings[name], value)).toBe(accepted);
});

it('takes what is valid, and the default of everything else', () => {
  const stored = { theme: 'dark', caret: 'wave', volume: 1000, glide: false, ofTomorrow: 'yes' };
  const values = settingsOf(stored);
  expect(values).toMatchObject({ theme: 'dark', caret: 'bar', volume: 70, glide: false, textSize: 100 });
  expect(values).not.toHaveProperty('ofTomorrow');
});
