import { isOfComposition } from '../../platform/composition';
import { BACKSPACE, BACKSPACE_WORD, type Key } from './TypingRun';

/** The used part of a `KeyboardEvent`. */
export interface Keystroke {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  keyCode: number;
  getModifierState(modifier: string): boolean;
}

/** The used part of an `InputEvent`. */
export interface Input {
  inputType: string;
  data: string | null;
  isComposing: boolean;
}

/**
 * Returns the key that a keydown types; null if it types nothing by itself: modifiers, named keys, shortcuts, and dead
 * keys, whose character comes later in an input event.
 */
export function keyOfKeydown(event: Keystroke, mac: boolean): Key | null {
  if (event.isComposing || event.metaKey) return null;
  // AltGr reports Ctrl and Alt on Windows, and writes characters such as @ and €.
  const altGraph = event.getModifierState('AltGraph');
  if (event.key === 'Backspace') {
    const wholeWord = mac ? event.altKey : event.ctrlKey;
    return wholeWord ? BACKSPACE_WORD : BACKSPACE;
  }
  if (isOfComposition(event)) return null;
  const character = event.key.normalize('NFC');
  if ([...character].length !== 1) return null;
  if (event.ctrlKey && !altGraph) return null;
  if (event.altKey && !altGraph && !mac) return null;
  return character;
}

/**
 * Returns the keys of an input event, from sources whose keydown does not name the character: dead keys on some
 * systems, input methods, and screen keyboards. A composition counts only at its end, and pasting does not count as
 * typing.
 */
export function keysOfInput(event: Input): Key[] {
  if (event.isComposing) return [];
  switch (event.inputType) {
    case 'insertText':
      return keysOfText(event.data ?? '');
    case 'deleteContentBackward':
      return [BACKSPACE];
    case 'deleteWordBackward':
      return [BACKSPACE_WORD];
    default:
      return [];
  }
}

/** The number of events of a run that no hand on a keyboard explains. */
export interface Doubts {
  /** Keys whose events a script has dispatched. */
  untrusted: number;
  /** Insertions of more than one character that no composition explains. */
  pastes: number;
}

/**
 * Returns the doubts about an event that typed `keys`. A composition explains any number of them, and so does a dead key
 * before it: one that combines with nothing types its own character, too.
 */
export function doubtsOf({ isTrusted }: Pick<Event, 'isTrusted'>, keys: readonly Key[], isComposed: boolean): Doubts {
  return { untrusted: isTrusted ? 0 : keys.length, pastes: keys.length > 1 && !isComposed ? 1 : 0 };
}

/** Returns the keys of a finished composition, such as é from ´ and e. */
export function keysOfText(text: string): Key[] {
  return [...text.normalize('NFC')].filter((character) => character >= ' ');
}

/** The command that a key gives in a practice. */
export type Command = 'restart' | 'newText';

/**
 * Returns the command of a keydown in practice: the key that the visitor chose restarts, Shift+Enter asks for a new
 * text. Shift+Tab always leaves the field, also if Tab restarts.
 */
export function commandOf(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  quickRestart: 'enter' | 'tab' | 'escape' | 'off',
): Command | null {
  if (shiftKey) return key === 'Enter' ? 'newText' : null;
  return key.toLowerCase() === quickRestart ? 'restart' : null;
}

/**
 * Returns whether the browser's default action of a keydown is unwanted while typing: Space scrolls, ' and / open the
 * quick find of Firefox, Backspace goes back in old browsers.
 */
export function mustPreventDefault(event: Keystroke, key: Key | null): boolean {
  return key !== null || event.key === ' ';
}
