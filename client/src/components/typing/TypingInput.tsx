import { useEffect, useRef } from 'react';
import { isForAnother } from '../../hooks/useEnter';
import { strings } from '../../strings';
import { isMac, keyOfKeydown, keysOfInput, keysOfText, wouldMoveThePage } from '../../typing/keyboard';
import type { Key } from '../../typing/keys';
import classes from './TypingInput.module.css';

interface Props {
  onKey: (key: Key) => void;
  /** Enter, with or without Shift: no typing, but a command in practice. */
  onEnter?: (withShift: boolean) => void;
  onCapsLock: (isOn: boolean) => void;
  onFocusChange: (hasFocus: boolean) => void;
}

/** The hidden field that has the keyboard focus, and makes keys of what happens in it. */
export function TypingInput(props: Props) {
  const field = useRef<HTMLInputElement>(null);
  const handlers = useRef(props);
  handlers.current = props;

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
      handlers.current.onCapsLock(isOn);
    };

    const onKeydown = (event: KeyboardEvent) => {
      watchCapsLock(event);
      if (event.key === 'Enter' && !event.isComposing) {
        event.preventDefault();
        handlers.current.onEnter?.(event.shiftKey);
        return;
      }
      const key = keyOfKeydown(event, mac);
      if (wouldMoveThePage(event, key)) event.preventDefault();
      if (key !== null) handlers.current.onKey(key);
    };

    input.addEventListener('keydown', onKeydown, { signal });
    input.addEventListener('keyup', watchCapsLock, { signal });
    input.addEventListener(
      'input',
      (event) => {
        if (!(event instanceof InputEvent)) return;
        for (const key of keysOfInput(event)) handlers.current.onKey(key);
        if (!event.isComposing) input.value = '';
      },
      { signal },
    );
    input.addEventListener(
      'compositionend',
      (event) => {
        for (const key of keysOfText(event.data)) handlers.current.onKey(key);
        input.value = '';
      },
      { signal },
    );
    input.addEventListener('focus', () => handlers.current.onFocusChange(true), { signal });
    input.addEventListener('blur', () => handlers.current.onFocusChange(false), { signal });
    // A key that is for nothing else on the page belongs to the text.
    document.addEventListener(
      'keydown',
      (event) => {
        if (isForAnother(event.target) || event.key === 'Tab') return;
        input.focus({ preventScroll: true });
        onKeydown(event);
      },
      { signal },
    );
    input.focus({ preventScroll: true });
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

const TYPING_INPUT_ID = 'typing-input';

/** Gives the keyboard back to the text. */
export function focusTypingInput(): void {
  document.getElementById(TYPING_INPUT_ID)?.focus({ preventScroll: true });
}

function stoppable(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}
