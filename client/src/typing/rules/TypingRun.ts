import { accuracy, percent } from './score';
import { typedBy } from './typeable';

/**
 * A key that counts as typing: a character, or one of the two control characters below. Shift, Caps Lock, Tab, Enter
 * and other Ctrl combinations never become a `Key`.
 */
export type Key = string;

/** Backspace, one character back: the control character BS. */
export const BACKSPACE: Key = '\u0008';

/** Ctrl+Backspace, back to the start of the current word: the control character ETB, "erase word" in terminals. */
export const BACKSPACE_WORD: Key = '\u0017';

/** A key of a run and its time in milliseconds after the start; null if unknown. */
export interface TimedKey {
  key: Key;
  ms: number | null;
}

/** The state of one character of the text. */
export type Status = 'untyped' | 'current' | 'correct' | 'incorrect';

/** The range of characters that a key changed, from index `from` to `to` inclusive. */
export interface Touched {
  from: number;
  to: number;
}

type Listener = (touched: Touched) => void;

/** The place where a mistake stops a run until it is corrected: none, its letter, or the end of its word. */
export type StopOnError = 'off' | 'letter' | 'word';

/**
 * A run through a text, key by key. The engine replays the keys of a race by the same rules (`shared/src/typing.rs`);
 * the tests of both read `shared/fixtures/typing.json`.
 */
export class TypingRun {
  /** The characters to type: Unicode scalars, as the engine counts them. */
  readonly characters: readonly string[];
  /** Every key that changed something, in order. The engine replays them. */
  keystrokes = '';
  /** The number of wrong keys so far, corrected or not. */
  errors = 0;
  /** The number of characters that are wrong now. */
  uncorrected = 0;
  /** The time of each keystroke; null if unknown. In a race since its start, otherwise by `performance.now`. */
  readonly #times: (number | null)[] = [];
  /** True for each correct character up to the cursor. */
  readonly #typed: boolean[] = [];
  /** The last key if it typed a character, for a combining accent behind it; null otherwise. */
  #last: string | null = null;
  readonly #listeners = new Set<Listener>();

  constructor(
    readonly text: string,
    readonly stopOnError: StopOnError = 'off',
  ) {
    this.characters = [...text];
  }

  /**
   * Applies one key, pressed `at` a time in milliseconds, if it is known. Characters past the end of the text and
   * Backspace before its start do nothing. A combining accent composes with the letter before it. Returns whether the key
   * was correct; null if it typed nothing.
   */
  press(key: Key, at: number | null = null): boolean | null {
    const before = this.cursor;
    const composed = composedOf(this.#last, key);
    this.#last = null;
    if (composed !== null) this.#takeBack();
    const from = this.cursor;
    if (key === BACKSPACE) this.#stepBack();
    else if (key === BACKSPACE_WORD) this.#stepBackWord();
    else for (const character of typedBy(composed ?? key)) this.#type(character);
    const to = this.cursor;
    if (to === from) return null;
    if (to > from) this.#last = composed ?? key;
    const isCorrect = to > from ? this.#typed.slice(from).every(Boolean) : null;
    this.#record(key, at);
    if (isCorrect === false && this.stopOnError === 'letter' && !this.#mayBecomeCorrect(from)) {
      // As if the visitor had corrected it, so that a replay needs no rule of its own.
      while (this.cursor > from) {
        this.#stepBack();
        this.#record(BACKSPACE, at);
      }
      this.#last = null;
    }
    const touched = { from: Math.min(from, to), to: Math.max(before, to) };
    for (const listener of this.#listeners) listener(touched);
    return isCorrect;
  }

  /** Calls `listener` after each key that changed something, until the returned function is called. */
  onTouched(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns every keystroke with the milliseconds since `startedAt`. */
  keysSince(startedAt: number): TimedKey[] {
    return [...this.keystrokes].map((key, index) => {
      const at = this.#times[index] ?? null;
      return { key, ms: at === null ? null : Math.max(at - startedAt, 0) };
    });
  }

  /** The index of the current character; the length of the text at its end. */
  get cursor(): number {
    return this.#typed.length;
  }

  /** True once the last character is reached and all characters are correct. */
  get isFinished(): boolean {
    return this.cursor === this.characters.length && this.uncorrected === 0;
  }

  /** Accuracy in percent, two decimals; null before the run is finished. */
  get accuracy(): number | null {
    return this.isFinished ? accuracy(this.characters.length, this.errors) : null;
  }

  /** The share of the text that is typed, in whole percent. */
  get completed(): number {
    return percent(this.cursor, this.characters.length);
  }

  /** The state of the character at `index`. */
  status(index: number): Status {
    const isCorrect = this.#typed[index];
    if (isCorrect !== undefined) return isCorrect ? 'correct' : 'incorrect';
    return index === this.cursor ? 'current' : 'untyped';
  }

  #record(key: Key, at: number | null): void {
    this.keystrokes += key;
    // The event of a composition has the time of its end, which a busy page reaches after the next key was pressed.
    this.#times.push(at === null ? null : Math.max(at, this.#times.at(-1) ?? at));
  }

  /** Returns whether the character at `index` may be the letter of an accent that comes next. */
  #mayBecomeCorrect(index: number): boolean {
    const expected = this.characters[index]?.normalize('NFD') ?? '';
    return expected.length > 1 && expected[0] === this.#last;
  }

  /** True at the end of a word, or after it, that has a mistake which must be corrected first. */
  get #isStopped(): boolean {
    if (this.stopOnError !== 'word' || this.uncorrected === 0) return false;
    return this.characters[this.cursor] === ' ' || this.characters[this.cursor - 1] === ' ';
  }

  #type(character: string): void {
    const expected = this.characters[this.cursor];
    if (expected === undefined || this.#isStopped) return;
    this.#typed.push(character === expected);
    if (character === expected) return;
    this.errors += 1;
    this.uncorrected += 1;
  }

  /** Takes the last character back as if it had not been typed. */
  #takeBack(): void {
    if (this.#typed.pop() !== false) return;
    this.errors -= 1;
    this.uncorrected -= 1;
  }

  #stepBack(): void {
    if (this.#typed.pop() === false) this.uncorrected -= 1;
  }

  /** Steps back as in an editor: over the spaces before the cursor, then over the word before them. */
  #stepBackWord(): void {
    while (this.characters[this.cursor - 1] === ' ') this.#stepBack();
    while (this.cursor > 0 && this.characters[this.cursor - 1] !== ' ') this.#stepBack();
  }
}

/** Returns the letter that `accent` behind the key `last` composes, such as é; null if there is none. */
export function composedOf(last: Key | null, accent: Key): string | null {
  if (last === null || !/^\p{M}$/u.test(accent)) return null;
  const composed = `${last}${accent}`.normalize('NFC');
  return [...composed].length === 1 ? composed : null;
}
