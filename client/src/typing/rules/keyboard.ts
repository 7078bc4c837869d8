import { isOfComposition } from '../../platform/composition';
import { BACKSPACE, BACKSPACE_WORD, type Key } from './TypingRun';
import { composed, withoutInvisible } from './typeable';

/** The used part of a `KeyboardEvent`. */
export interface Keystroke {
  isTrusted: boolean;
  key: string;
  /** The physical key. */
  code: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  keyCode: number;
  getModifierState(modifier: string): boolean;
}

/** The used part of an `InputEvent`. */
export interface Input {
  isTrusted: boolean;
  timeStamp: number;
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
  const [character, ...more] = keysOfText(event.key);
  if (character === undefined || more.length > 0) return null;
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

/**
 * Returns the keys of a composed or inserted text, such as é from ´ and e. Characters that nobody sees are not typed, as
 * the variation selector behind an emoji.
 */
export function keysOfText(text: string): Key[] {
  return [...composed(withoutInvisible(text))].filter((character) => !/[\p{Cc}\p{Cs}]/u.test(character));
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
