import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { isOfComposition } from '../platform/composition';
import { isMac } from '../platform/mac';
import { usesKeysItself } from '../ui/keys';
import { CapsLock, capsLockReport } from './rules/CapsLock';
import { type Doubts, FieldKeys, type Typed } from './rules/FieldKeys';
import { type Command, commandOf, keyOfKeydown } from './rules/keyboard';
import type { Key } from './rules/TypingRun';
import * as texts from './texts';

interface Props {
  /** Receives a key and its time by `performance.now`: that of its event, because a busy page handles it later. */
  onKey: (key: Key, at: number) => void;
  /** Called before `onKey` for keys whose events are doubtful. */
  onDoubts?: ((doubts: Doubts) => void) | undefined;
  /** Called for the keys that are commands in practice. */
  onCommand?: ((command: Command) => void) | undefined;
  onCapsLock: (isOn: boolean) => void;
  onFocusChange: (hasFocus: boolean) => void;
  /** The id of the element that describes the field. */
  describedBy: string;
}

/** The hidden field that has the keyboard focus. Turns events into keys. */
export function TypingInput({ onKey, onDoubts, onCommand, onCapsLock, onFocusChange, describedBy }: Props) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const press = useEffectEvent(onKey);
  const doubt = useEffectEvent((doubts: Doubts) => onDoubts?.(doubts));
  const { settings } = useRoot();
  /** Returns whether the key is a command, and not for the text. */
  const command = useEffectEvent((event: KeyboardEvent) => {
    const command = onCommand && commandOf(event, settings.values.quickRestart);
    if (command && !event.repeat) onCommand(command);
    return Boolean(command) || event.key === 'Enter';
  });
  const onCapsLockEvent = useEffectEvent(onCapsLock);

  // A layout effect, so that no key is lost between the first paint and the listeners.
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    const mac = isMac();
    const listening = new AbortController();
    const { signal } = listening;
    const fieldKeys = new FieldKeys(mac);
    const capsLock = new CapsLock(capsLockReport(navigator.platform, navigator.userAgent));

    const watchCapsLock = (event: KeyboardEvent | MouseEvent) => {
      const { isOn } = capsLock;
      capsLock.observe(event);
      if (capsLock.isOn !== isOn) onCapsLockEvent(capsLock.isOn);
    };

    /** Returns whether `event` was for the text, so that its propagation can stop. */
    const handleKeydown = (event: KeyboardEvent): boolean => {
      watchCapsLock(event);
      if (!isOfComposition(event) && command(event)) {
        event.preventDefault();
        return true;
      }
      const key = fieldKeys.keydown(event);
      if (key === null) return false;
      // Backspace goes back in old browsers, and ' opens the quick find of Firefox.
      event.preventDefault();
      if (!event.isTrusted) doubt({ untrusted: 1, pastes: 0 });
      press(key, event.timeStamp);
      return true;
    };

    const type = ({ keys, doubts }: Typed) => {
      doubt(doubts);
      for (const { key, at } of keys) press(key, at);
    };

    // Captured at the window: React's own listeners would take longer than the text.
    window.addEventListener(
      'keydown',
      (event) => {
        fieldKeys.noticeKeydown(event);
        if (event.target === input) {
          if (handleKeydown(event)) event.stopPropagation();
        } else if (isForText(event, mac)) {
          input.focus({ preventScroll: true });
          handleKeydown(event);
        }
      },
      { signal, capture: true },
    );
    window.addEventListener(
      'keyup',
      (event) => {
        watchCapsLock(event);
        fieldKeys.keyup(event);
        if (event.target === input) event.stopPropagation();
      },
      { signal, capture: true },
    );
    input.addEventListener(
      'input',
      (event) => {
        if (!(event instanceof InputEvent)) return;
        type(fieldKeys.input(event));
        if (!event.isComposing) input.value = '';
      },
      { signal },
    );
    input.addEventListener('compositionupdate', (event) => fieldKeys.compositionUpdate(event), { signal });
    input.addEventListener(
      'compositionend',
      (event) => {
        type(fieldKeys.compositionEnd(event));
        input.value = '';
      },
      { signal },
    );
    // Tells the state before the first key.
    window.addEventListener('mousemove', watchCapsLock, { signal, capture: true, passive: true });
    window.addEventListener('blur', () => capsLock.forget(), { signal });
    window.addEventListener(
      'mousedown',
      (event) => {
        if (usesKeysItself(event.target)) return;
        // A click beside all controls, with any button, would take the focus, and the next dead key would be lost.
        event.preventDefault();
        input.focus({ preventScroll: true });
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
  // Not a layout effect: the focus asks for a layout of the whole page, which the text is about to change. Until then, the
  // window's listener takes keys.
  useEffect(() => {
    if (field.current) takeFocus(field.current);
  }, []);

  return (
    <input
      ref={field}
      id={TYPING_INPUT_ID}
      type="text"
      aria-label={t(texts.input)}
      aria-describedby={describedBy}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      onFocus={({ currentTarget }) => {
        // A dialog that closes gives Chromium's focus back without a place for the letters of dead keys and input methods.
        currentTarget.setSelectionRange(0, 0);
        onFocusChange(true);
      }}
      onBlur={() => onFocusChange(false)}
    />
  );
}

/** Returns whether a key belongs to the text: no other element uses it, or it is a key for which its control has no use. */
function isForText(event: KeyboardEvent, mac: boolean): boolean {
  if (event.key === 'Tab') return false;
  if (!usesKeysItself(event.target)) return true;
  const { target } = event;
  // A button or a choice uses Space, a link does not.
  const controls = event.key === ' ' ? 'a' : CONTROLS;
  const isOnControl = target instanceof Element && target.matches(controls) && target.closest('dialog') === null;
  return isOnControl && keyOfKeydown(event, mac) !== null;
}

/** Controls that take no letters. */
const CONTROLS = 'a, button, input[type="radio"], input[type="checkbox"]';

const TYPING_INPUT_ID = 'typing-input';

/** Focuses the text and scrolls it into view. */
export function focusTypingInput(): void {
  const input = document.getElementById(TYPING_INPUT_ID);
  if (!input) return;
  takeFocus(input);
  input.parentElement?.scrollIntoView({ block: 'nearest' });
}

/** Scrolls only if the text is above the viewport, as it may be after the results of the last run. */
function takeFocus(input: HTMLElement): void {
  input.focus({ preventScroll: true });
  const stage = input.parentElement;
  if (stage && stage.getBoundingClientRect().top < 0) stage.scrollIntoView({ block: 'start' });
}
