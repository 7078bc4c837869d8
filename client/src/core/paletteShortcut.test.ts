import { expect, it } from 'vitest';
import { isPaletteShortcut } from './paletteShortcut';

const press = (pressed: Partial<KeyboardEvent>) => ({ code: 'KeyK', ctrlKey: true, ...pressed }) as KeyboardEvent;

it.each([
  ['English', 'k', 'KeyK'],
  ['English with Caps Lock', 'K', 'KeyK'],
  ['Dvorak', 'k', 'KeyV'],
  ['Russian', 'л', 'KeyK'],
  ['Greek', 'κ', 'KeyK'],
  ['Hebrew', 'ל', 'KeyK'],
  ['Arabic', 'ن', 'KeyK'],
  ['Korean', 'ㅏ', 'KeyK'],
  ['Thai', 'า', 'KeyK'],
  ['a browser that names no key', 'Unidentified', 'KeyK'],
])('Ctrl and the K of the keyboard open the palette: %s', (_, key, code) => {
  expect(isPaletteShortcut(press({ key, code }), false)).toBe(true);
});

it.each([
  ['another Latin letter in the place of K', { key: 't' }],
  ['the place of K in Turkish F', { key: 'm' }],
  ['another place on a Cyrillic layout', { key: 'к', code: 'KeyR' }],
  ['K alone', { key: 'k', ctrlKey: false }],
  ['with Shift', { key: 'K', shiftKey: true }],
  ['with Alt', { key: 'k', altKey: true }],
  ['in a composition', { key: 'Process', isComposing: true }],
  ['Cmd+K on another system', { key: 'k', ctrlKey: false, metaKey: true }],
])('does not open it: %s', (_, pressed) => {
  expect(isPaletteShortcut(press(pressed), false)).toBe(false);
});

it('on a Mac the palette has Cmd+K, and the browser keeps Ctrl+K', () => {
  expect(isPaletteShortcut(press({ key: 'л', ctrlKey: false, metaKey: true }), true)).toBe(true);
  expect(isPaletteShortcut(press({ key: 'k' }), true)).toBe(false);
});
