import { describe, expect, it } from 'vitest';
import { settings } from '../../core/settings';
import { KEYBOARD_WIDTH, keysFor, keysOf, missingOn } from './layouts';

const names = settings.keyboardLayout.values;

/** The characters of the key with this id. */
function charactersOf(name: (typeof names)[number], id: string): string {
  return (keysOf(name).find((key) => key.id === id)?.characters ?? []).join('');
}

describe.each(names)('the layout %s', (name) => {
  it('has a key for each letter, digit and mark of English texts', () => {
    for (const character of `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:!?'"-() `) {
      expect(keysFor(name, character), character).toHaveLength(1);
    }
  });

  it('has no character twice', () => {
    const all = keysOf(name).flatMap(({ characters }) => characters);
    expect(new Set(all).size).toBe(all.length);
  });

  it('has 47 or 48 keys that do not overlap', () => {
    const keys = keysOf(name);
    expect(keys.length).toBeGreaterThanOrEqual(47);
    expect(keys.length).toBeLessThanOrEqual(48);
    const places = keys.map(({ row, left }) => `${row} ${left}`);
    expect(new Set(places).size).toBe(keys.length);
    expect(Math.max(...keys.map(({ left }) => left + 1))).toBeLessThanOrEqual(KEYBOARD_WIDTH);
  });
});

it.each([
  ['us', 'y', 'yY'],
  ['de', 'z', 'zZ'],
  ['azerty', 'a', 'aA'],
  ['dvorak', 'o', 'oO'],
  ['colemak', 's', 'sS'],
  ['es', 'ñ', 'ñÑ'],
  ['latam', '@', 'qQ@'],
  ['uk', 'é', 'eEéÉ'],
  ['uk', 'Ó', 'oOóÓ'],
  ['azerty', '7', 'è7`'],
] as const)('on %s, %s is typed by the key of %s', (name, character, key) => {
  expect(keysFor(name, character).map((id) => charactersOf(name, id))).toEqual([key]);
});

it.each([
  ['es', 'á', ['´¨{', 'aA']],
  ['es', 'Ü', ['´¨{', 'uU']],
  ['latam', 'é', ['´¨', 'eE']],
  ['de', 'ê', ['^°', 'eE€']],
  ['azerty', 'ë', ['^¨', 'eE€']],
] as const)('on %s, %s is typed by its accent and its letter', (name, character, keys) => {
  expect(keysFor(name, character).map((id) => charactersOf(name, id))).toEqual(keys);
});

it.each([
  ['us', 'ñ'],
  ['us', 'é'],
  ['de', '¿'],
  ['es', '→'],
] as const)('on %s, no key types %s', (name, character) => {
  expect(keysFor(name, character)).toEqual([]);
});

it.each([
  ['us', 'El ñandú, ¡qué pingüino! Ñ', ['ñ', 'ú', '¡', 'é', 'ü', 'Ñ']],
  ['es', 'El ñandú, ¡qué pingüino! ¿Ñ, À?', []],
  ['latam', 'El ñandú, ¡qué pingüino! ¿Ñ?', []],
  ['de', 'El ñandú, ¡qué pingüino!', ['ñ', '¡']],
  ['uk', 'Érase Él', []],
  ['azerty', 'El ñandú', ['ú']],
  ['dvorak', 'Plain words.', []],
] as const)('on %s, the characters without a key are found: %s', (name, text, missing) => {
  expect(missingOn(name, text)).toEqual(missing);
});

it('a combining accent belongs to the letter before it', () => {
  expect(missingOn('de', 'q\u0303')).toEqual([]);
});

it('the space bar types the space', () => {
  expect(keysFor('us', ' ')).toEqual(['space']);
});
