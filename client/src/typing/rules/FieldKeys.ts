import { isOfComposition } from '../../platform/composition';
import { type Input, type Keystroke, keyOfKeydown, keysOfInput, keysOfText } from './keyboard';
import { BACKSPACE, BACKSPACE_WORD, type Key } from './TypingRun';

/** The used part of a `CompositionEvent`. */
export interface Composition {
  isTrusted: boolean;
  data: string;
  timeStamp: number;
}

/** A key and its time by `performance.now`. */
interface FieldKey {
  key: Key;
  at: number;
}

/** The number of events of a run that no hand on a keyboard explains. */
export interface Doubts {
  /** Keys whose events a script has dispatched. */
  untrusted: number;
  /** Insertions of more than one character that no input method explains. */
  pastes: number;
}

/** The keys that an event of the field has typed, and the doubts about it. */
export interface Typed {
  keys: readonly FieldKey[];
  doubts: Doubts;
}

/**
 * The longest time between a character's appearance in a composition and its key, in milliseconds: a room takes keys that
 * come two seconds later than their time for late.
 */
const LONGEST_COMPOSED_MS = 1500;

/**
 * The keys of a field, from its events in their order, which is another in each browser and for each input method:
 * `keyEvents.json` has sequences as they were recorded.
 */
export class FieldKeys {
  /** The physical keys that are down. */
  readonly #down = new Set<string>();
  /** True from a key that a dead key or an input method has taken up to the input event that tells what it typed. */
  #isTaken = false;
  /** The composed text as trusted events told it; null without one. */
  #told: string | null = null;
  /** The same in keys, each with the time of its appearance. Input methods may insert it after the composition's end. */
  #composed: readonly FieldKey[] = [];

  constructor(private readonly mac: boolean) {}

  /** Returns the key that a keydown types; null if it types none, or if an input event will tell which. */
  keydown(event: Keystroke): Key | null {
    this.noticeKeydown(event);
    if (!event.isComposing) this.#composed = [];
    const key = keyOfKeydown(event, this.mac);
    if (key === null) {
      if (event.isTrusted && (event.key === 'Dead' || isOfComposition(event))) this.#isTaken = true;
      return null;
    }
    // With some input methods, the keydown after a dead key names its own letter, and not the composed one.
    if (this.#isTaken && event.isTrusted && key !== BACKSPACE && key !== BACKSPACE_WORD) return null;
    this.#isTaken = false;
    return key;
  }

  /** Notices a keydown, also of a key that is for another element, as one that closes a dialog. */
  noticeKeydown({ code, isTrusted }: Pick<Keystroke, 'code' | 'isTrusted'>): void {
    if (isTrusted) this.#down.add(code);
  }

  /** Notices a key whose keydown an input method has kept to itself, such as the compose key's. */
  keyup({ code, isTrusted }: Pick<Keystroke, 'code' | 'isTrusted'>): void {
    if (isTrusted && !this.#down.delete(code)) this.#isTaken = true;
  }

  /** Returns the keys of an input event. */
  input(event: Input): Typed {
    const keys = keysOfInput(event);
    const isPaste = keys.length > 1 && !this.#isTaken;
    return this.#typed(keys, event, event.isTrusted, isPaste ? 1 : 0);
  }

  /** Reads a composed text, before it counts. */
  compositionUpdate(event: Composition): void {
    if (!event.isTrusted) return;
    this.#told = event.data;
    if (event.data !== '') this.#compose(keysOfText(event.data), event.timeStamp);
  }

  /**
   * Returns the keys of a finished composition. In Chromium, the event of its end is never trusted
   * (`Event.isTrusted` is false), so its text is compared with what trusted events have told.
   */
  compositionEnd(event: Composition): Typed {
    const isTrusted = event.isTrusted || event.data === this.#told;
    this.#told = null;
    return this.#typed(keysOfText(event.data), event, isTrusted, 0);
  }

  #typed(keys: readonly Key[], { timeStamp }: { timeStamp: number }, isTrusted: boolean, pastes: number): Typed {
    const doubts = { untrusted: isTrusted ? 0 : keys.length, pastes };
    if (keys.length === 0) return { keys: [], doubts };
    this.#compose(keys, timeStamp);
    const typed = this.#composed.map(({ key, at }) => ({ key, at: Math.max(at, timeStamp - LONGEST_COMPOSED_MS) }));
    this.#composed = [];
    this.#isTaken = false;
    return { keys: typed, doubts };
  }

  /** Replaces the composed keys. Those at the beginning that stay the same keep their times. */
  #compose(keys: readonly Key[], at: number): void {
    const differs = keys.findIndex((key, index) => key !== this.#composed[index]?.key);
    const same = differs === -1 ? keys.length : differs;
    this.#composed = keys.map((key, index) => (index < same && this.#composed[index]) || { key, at });
  }
}
