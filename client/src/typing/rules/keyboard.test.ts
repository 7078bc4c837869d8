import { describe, expect, it } from 'vitest';
import { commandOf, type Keystroke, keyOfKeydown, keysOfInput, keysOfText } from './keyboard';
import { BACKSPACE, BACKSPACE_WORD } from './TypingRun';

const PC = false;
const MAC = true;

function down(key: string, held: Partial<Keystroke> & { altGraph?: boolean } = {}): Keystroke {
  const { altGraph = false, ...rest } = held;
  return {
    isTrusted: true,
    key,
    code: '',
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    isComposing: false,
    keyCode: 0,
    getModifierState: (modifier) => modifier === 'AltGraph' && altGraph,
    ...rest,
  };
}

describe('a keydown', () => {
  it.each<[string, Keystroke, boolean, string | null]>([
    ['a letter types itself', down('a'), PC, 'a'],
    ['a capital types itself', down('A'), PC, 'A'],
    ['Space types a space', down(' '), PC, ' '],
    ['a letter beyond ASCII types itself', down('ñ'), PC, 'ñ'],
    ['a decomposed letter types its composed form', down('n\u0303'), PC, 'ñ'],
    ['a character outside the basic plane is one key', down('🐦'), PC, '🐦'],
    ['an emoji is typed without the selector behind it', down('❤\ufe0f'), PC, '❤'],
    ['a key of a control character types nothing', down('\u0000'), PC, null],
    ['a key of half a character types nothing', down('\ud83d'), PC, null],
    ['a key of a character that nobody sees types nothing', down('\u200c'), PC, null],
    ['Backspace takes back a character', down('Backspace'), PC, BACKSPACE],
    ['Ctrl and Backspace take back a word', down('Backspace', { ctrlKey: true }), PC, BACKSPACE_WORD],
    ['Alt and Backspace take back a word on a Mac', down('Backspace', { altKey: true }), MAC, BACKSPACE_WORD],
    ['Ctrl and Backspace take back a character on a Mac', down('Backspace', { ctrlKey: true }), MAC, BACKSPACE],
    ['other Ctrl combinations type nothing', down('v', { ctrlKey: true }), PC, null],
    ['Alt combinations type nothing', down('f', { altKey: true }), PC, null],
    ['Cmd combinations type nothing', down('a', { metaKey: true }), MAC, null],
    ['Alt writes characters on a Mac', down('€', { altKey: true }), MAC, '€'],
    ['AltGr writes characters', down('@', { ctrlKey: true, altKey: true, altGraph: true }), PC, '@'],
    ['a key in a composition types nothing yet', down('e', { isComposing: true }), PC, null],
    ['nor does the key that Safari tells of behind its end', down('e', { keyCode: 229 }), MAC, null],
    ...['Shift', 'CapsLock', 'Tab', 'Enter', 'Dead', 'Process', 'Unidentified', 'ArrowLeft', 'F5'].map(
      (key): [string, Keystroke, boolean, null] => [`${key} types nothing`, down(key), PC, null],
    ),
  ])('%s', (_, event, mac, key) => expect(keyOfKeydown(event, mac)).toBe(key));
});

describe('an input event', () => {
  const input = (inputType: string, data: string | null = null, isComposing = false) =>
    keysOfInput({ isTrusted: true, timeStamp: 0, inputType, data, isComposing });

  it('returns the characters that a keydown did not name', () => expect(input('insertText', 'é')).toEqual(['é']));

  it('returns the erasing keys of a screen keyboard', () => {
    expect(input('deleteContentBackward')).toEqual([BACKSPACE]);
    expect(input('deleteWordBackward')).toEqual([BACKSPACE_WORD]);
  });

  it('returns nothing during a composition', () => {
    expect(input('insertCompositionText', '´', true)).toEqual([]);
    expect(input('insertText', 'e', true)).toEqual([]);
  });

  it('returns nothing for pasting and dropping', () => {
    expect(input('insertFromPaste', 'all at once')).toEqual([]);
    expect(input('insertFromDrop', 'all at once')).toEqual([]);
  });
});

describe('a composition', () => {
  it('returns its characters at its end, composed', () => expect(keysOfText('e\u0301t')).toEqual(['é', 't']));

  it('returns no control characters', () => expect(keysOfText('a\u0008\n\u007f\u0085')).toEqual(['a']));

  it.each([
    ['a heart', '❤️', ['❤']],
    ['a keycap', '1️⃣', ['1', '\u20e3']],
    ['a family', '👩‍👩‍👧', ['👩', '👩', '👧']],
    ['a flag', '🇨🇷', ['🇨', '🇷']],
    ['the flag of a region', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', ['🏴']],
    ['a skin tone', '👍🏽', ['👍', '🏽']],
  ])('returns the visible parts of %s', (_, text, keys) => expect(keysOfText(text)).toEqual(keys));
});

it.each([
  ['Enter', false, 'enter', 'restart'],
  ['Enter', true, 'enter', 'newText'],
  ['Enter', true, 'off', 'newText'],
  ['Enter', false, 'tab', null],
  ['Enter', false, 'off', null],
  ['Tab', false, 'tab', 'restart'],
  ['Tab', true, 'tab', null],
  ['Tab', false, 'enter', null],
  ['Escape', false, 'escape', 'restart'],
  ['Escape', false, 'off', null],
] as const)('%s with Shift %s, where %s restarts, means %s', (key, shiftKey, quickRestart, command) => {
  expect(commandOf({ key, shiftKey }, quickRestart)).toBe(command);
});
