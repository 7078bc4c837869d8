import { describe, expect, it } from 'vitest';
import {
  commandOf,
  doubtsOf,
  type Keystroke,
  keyOfKeydown,
  keysOfInput,
  keysOfText,
  mustPreventDefault,
} from './keyboard';
import { BACKSPACE, BACKSPACE_WORD } from './TypingRun';

const PC = false;
const MAC = true;

function down(key: string, held: Partial<Keystroke> & { altGraph?: boolean } = {}): Keystroke {
  const { altGraph = false, ...rest } = held;
  return {
    key,
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

  it('keeps Space and every typing key from moving the page, and lets shortcuts through', () => {
    const moves = (event: Keystroke) => mustPreventDefault(event, keyOfKeydown(event, PC));
    expect([moves(down(' ')), moves(down("'")), moves(down('Backspace'))]).toEqual([true, true, true]);
    expect([moves(down('Tab')), moves(down('r', { ctrlKey: true })), moves(down('Dead'))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('an input event', () => {
  const input = (inputType: string, data: string | null = null, isComposing = false) =>
    keysOfInput({ inputType, data, isComposing });

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

describe('the doubts about an event', () => {
  it.each([
    ['of a device that typed a key', true, 'a', false, { untrusted: 0, pastes: 0 }],
    ['that a script dispatched', false, 'ab', true, { untrusted: 2, pastes: 0 }],
    ['that typed two characters at once', true, 'ab', false, { untrusted: 0, pastes: 1 }],
    [
      'that ended a composition, or typed a dead key and the key after it',
      true,
      '´x',
      true,
      { untrusted: 0, pastes: 0 },
    ],
    ['that typed nothing', false, '', false, { untrusted: 0, pastes: 0 }],
  ])('%s', (_, isTrusted, keys, isComposed, doubts) => {
    expect(doubtsOf({ isTrusted }, [...keys], isComposed)).toEqual(doubts);
  });
});

describe('a composition', () => {
  it('returns its characters at its end, composed', () => expect(keysOfText('e\u0301t')).toEqual(['é', 't']));

  it('returns no control characters', () => expect(keysOfText('a\u0008\n')).toEqual(['a']));
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
