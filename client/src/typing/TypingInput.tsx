import { useEffect, useEffectEvent, useRef } from 'react';
import { useStrings } from '../app/useStrings';
import { isForAnother } from '../ui/useEnter';
import { isMac, isOfComposition, keyOfKeydown, keysOfInput, keysOfText, wouldMoveThePage } from './rules/keyboard';
import type { Key } from './rules/keys';
import classes from './TypingInput.module.css';

interface Props {
  onKey: (key: Key) => void;
  /** Enter, with or without Shift: no typing, but a command in practice. */
  onEnter?: (withShift: boolean) => void;
  onCapsLock: (isOn: boolean) => void;
  onFocusChange: (hasFocus: boolean) => void;
}

/** The hidden field that has the keyboard focus, and makes keys of what happens in it. */
export function TypingInput({ onKey, onEnter, onCapsLock, onFocusChange }: Props) {
  const strings = useStrings();
  const field = useRef<HTMLInputElement>(null);
  const press = useEffectEvent(onKey);
  const enter = useEffectEvent((withShift: boolean) => onEnter?.(withShift));
  const tellCapsLock = useEffectEvent(onCapsLock);
  const tellFocus = useEffectEvent(onFocusChange);

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const mac = isMac(navigator.platform);
    const { signal, stop } = stoppable();
    let isCapsLockOn = false;

    const watchCapsLock = (event: KeyboardEvent) => {
      const isOn = event.getModifierState('CapsLock');
      if (isOn === isCapsLockOn) return;
      isCapsLockOn = isOn;
      tellCapsLock(isOn);
    };

    /** Whether `event` was for the text, and nobody else needs to hear of it. */
    const takeKeydown = (event: KeyboardEvent): boolean => {
      watchCapsLock(event);
      if (event.key === 'Enter' && !isOfComposition(event)) {
        event.preventDefault();
        if (!event.repeat) enter(event.shiftKey);
        return true;
      }
      const key = keyOfKeydown(event, mac);
      if (wouldMoveThePage(event, key)) event.preventDefault();
      if (key !== null) press(key);
      return key !== null;
    };

    // Before anybody else on the page hears of them: React alone would spend more on a key than the text does.
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.target === input) {
          if (takeKeydown(event)) event.stopPropagation();
        } else if (isLeftOver(event, mac)) {
          input.focus({ preventScroll: true });
          takeKeydown(event);
        }
      },
      { signal, capture: true },
    );
    window.addEventListener(
      'keyup',
      (event) => {
        watchCapsLock(event);
        if (event.target === input) event.stopPropagation();
      },
      { signal, capture: true },
    );
    input.addEventListener(
      'input',
      (event) => {
        if (!(event instanceof InputEvent)) return;
        for (const key of keysOfInput(event)) press(key);
        if (!event.isComposing) input.value = '';
      },
      { signal },
    );
    input.addEventListener(
      'compositionend',
      (event) => {
        for (const key of keysOfText(event.data)) press(key);
        input.value = '';
      },
      { signal },
    );
    input.addEventListener('focus', () => tellFocus(true), { signal });
    input.addEventListener('blur', () => tellFocus(false), { signal });
    takeFocus(input);
    return stop;
  }, []);

  return (
    <input
      ref={field}
      id={TYPING_INPUT_ID}
      className={classes.input}
      type="text"
      aria-label={strings.typing.input}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}

/** Whether a key is for nothing else on the page, and so belongs to the text: a letter does even on a button or a link. */
function isLeftOver(event: KeyboardEvent, mac: boolean): boolean {
  if (event.key === 'Tab') return false;
  if (!isForAnother(event.target)) return true;
  const { target } = event;
  const isOnControl = target instanceof Element && target.matches(CONTROLS) && target.closest('dialog') === null;
  return isOnControl && event.key !== ' ' && keyOfKeydown(event, mac) !== null;
}

/** What a letter means nothing to. */
const CONTROLS = 'a, button, input[type="radio"], input[type="checkbox"]';

const TYPING_INPUT_ID = 'typing-input';

/** Gives the keyboard back to the text, and the text to the eye. */
export function focusTypingInput(): void {
  const input = document.getElementById(TYPING_INPUT_ID);
  if (!input) return;
  takeFocus(input);
  input.parentElement?.scrollIntoView({ block: 'nearest' });
}

/** Scrolls only on a page that has left the text behind, as for the results of a run before. */
function takeFocus(input: HTMLElement): void {
  input.focus({ preventScroll: true });
  const stage = input.parentElement;
  if (stage && stage.getBoundingClientRect().top < 0) stage.scrollIntoView({ block: 'start' });
}

function stoppable(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}
