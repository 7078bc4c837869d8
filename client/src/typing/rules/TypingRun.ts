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
 * The rules by which a run is typed. Their version is kept with the run, so that its keys are always read by those under
 * which it was typed.
 */
export const RULES = {
  /** Each key is for the character that is due, and all must be right at the end. */
  characters: 1,
  /** A space ends its word, whatever is typed of it. A mistake costs its word, and not the rest. */
  words: 2,
} as const;

/** The version of rules. */
export type Rules = (typeof RULES)[keyof typeof RULES];

/** The state of a place before the cursor; nothing is missing there unless a space has ended a word. */
type Typed = 'right' | 'wrong' | 'missing';

/**
 * A run through a text, key by key. The engine replays the keys of a race by the same rules (`typing/src/run.rs`);
 * the tests of both read `shared/fixtures/typing.json`.
 */
export class TypingRun {
  /** The characters to type: Unicode scalars, as the engine counts them. */
  readonly characters: readonly string[];
  /** Every key that changed something, in order. The engine replays them. */
  keystrokes = '';
  /** The number of wrong keys and missing letters so far, corrected or not. */
  errors = 0;
  /** The number of characters that are wrong or missing now. */
  uncorrected = 0;
  /** The number of keys so far that typed a character, right or wrong, erased or not. */
  nTyped = 0;
  /** The time of each keystroke; null if unknown. In a race since its start, otherwise by `performance.now`. */
  readonly #times: (number | null)[] = [];
  /** One for each character up to the cursor. */
  readonly #typed: Typed[] = [];
  /** The number of letters that were typed behind a word, by the place of its space. */
  readonly #extra = new Map<number, number>();
  /** True once a space has ended the last word, which is not right. */
  #isGivenUp = false;
  /** The last key if it typed a character, for a combining accent behind it; null otherwise. */
  #last: string | null = null;
  readonly #listeners = new Set<Listener>();

  constructor(
    readonly text: string,
    readonly stopOnError: StopOnError = 'off',
    readonly rules: Rules = RULES.characters,
  ) {
    this.characters = [...text];
  }

  /**
   * Applies one key, pressed `at` a time in milliseconds, if it is known. Characters past the end of the text and
   * Backspace before its start do nothing, except that by words, a space ends the run. A combining accent composes with the letter before it. Returns whether the key
   * was correct; null if it typed nothing.
   */
  press(key: Key, at: number | null = null): boolean | null {
    const before = this.cursor;
    const composed = composedOf(this.#last, key);
    this.#last = null;
    if (composed !== null) this.#takeBack();
    const from = this.cursor;
    const [typedBefore, extraBefore, wasGivenUp] = [this.nTyped, this.#extraAt(from), this.#isGivenUp];
    if (key === BACKSPACE) this.#stepBack();
    else if (key === BACKSPACE_WORD) this.#stepBackWord();
    else for (const character of typedBy(composed ?? key)) this.#type(character);
    const to = this.cursor;
    if (to === from && this.#extraAt(from) === extraBefore && this.#isGivenUp === wasGivenUp) return null;
    const hasTyped = this.nTyped > typedBefore;
    if (hasTyped) this.#last = composed ?? key;
    const isCorrect = hasTyped ? to > from && this.#typed.slice(from).every((typed) => typed === 'right') : null;
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

  /** The number of characters that count for the speed: those that are right now; by words, those of right words. */
  get right(): number {
    if (this.rules === RULES.characters) return this.cursor - this.uncorrected;
    let right = 0;
    for (let from = 0; from < this.cursor; ) {
      const end = this.#endOfWord(from);
      if (this.#isWordRight(from, end)) right += end - from;
      from = end;
    }
    return right;
  }

  /** True if a mistake stands that the visitor may want to correct: by words, one in the current word. */
  get hasMistake(): boolean {
    if (this.rules === RULES.characters) return this.uncorrected > 0;
    const from = this.#startOfWord;
    return !this.#isWordRight(from, this.#endOfWord(from));
  }

  /** True once the last character is reached and all are correct; by words, the last one, unless a space has ended it. */
  get isFinished(): boolean {
    return this.cursor === this.characters.length && (this.#isGivenUp || !this.hasMistake);
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
    const typed = this.#typed[index];
    if (typed !== undefined) return typed === 'right' ? 'correct' : 'incorrect';
    if (index !== this.cursor) return 'untyped';
    // Extra letters are shown at the space behind their word.
    return this.#extraAt(index) > 0 ? 'incorrect' : 'current';
  }

  #extraAt(place: number): number {
    return this.#extra.get(place) ?? 0;
  }

  /** The index of the first character of the current word. */
  get #startOfWord(): number {
    let from = this.cursor;
    while (from > 0 && this.characters[from - 1] !== ' ') from -= 1;
    return from;
  }

  /** The end of what is typed of the word at `from`, behind its space. */
  #endOfWord(from: number): number {
    let end = from;
    while (end < this.cursor && this.characters[end] !== ' ') end += 1;
    return Math.min(end + 1, this.cursor);
  }

  /** Returns whether a word is right as far as it is typed. */
  #isWordRight(from: number, end: number): boolean {
    return this.#extraAt(end) === 0 && this.#typed.slice(from, end).every((typed) => typed === 'right');
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
    const byWords = this.rules === RULES.words;
    if (expected === undefined) {
      if (byWords && character === ' ') this.#isGivenUp = true;
      return;
    }
    if (this.#isStopped) return;
    if (byWords && character === ' ' && expected !== ' ') {
      // A second space, or one before the first word, ends no word.
      if (this.cursor === this.#startOfWord) return;
      this.#endWord();
    } else if (byWords && character !== ' ' && expected === ' ') {
      this.#extra.set(this.cursor, this.#extraAt(this.cursor) + 1);
      this.errors += 1;
    } else if (byWords && expected === ' ' && this.#extraAt(this.cursor) > 0) {
      // The space stands for the mistake, which the letters before it were.
      this.#push('wrong');
    } else {
      if (character !== expected) this.errors += 1;
      this.#push(character === expected ? 'right' : 'wrong');
    }
    this.nTyped += 1;
  }

  /** Ends the current word early: its other letters are missing. */
  #endWord(): void {
    for (; this.cursor < this.characters.length && this.characters[this.cursor] !== ' '; this.#push('missing'))
      this.errors += 1;
    if (this.cursor < this.characters.length) this.#push('right');
    else this.#isGivenUp = true;
  }

  #push(typed: Typed): void {
    this.#typed.push(typed);
    if (typed !== 'right') this.uncorrected += 1;
  }

  #pop(): Typed | undefined {
    const typed = this.#typed.pop();
    if (typed !== undefined && typed !== 'right') this.uncorrected -= 1;
    return typed;
  }

  /** Takes the last character back as if it had not been typed. */
  #takeBack(): void {
    this.nTyped -= 1;
    const isWrong = this.#eraseExtra() || this.#pop() === 'wrong';
    if (isWrong) this.errors -= 1;
  }

  /** Erases the last letter behind a word, if there is one. */
  #eraseExtra(): boolean {
    const extra = this.#extraAt(this.cursor);
    if (extra > 0) this.#extra.set(this.cursor, extra - 1);
    return extra > 0;
  }

  #stepBack(): void {
    if (this.#eraseExtra()) return;
    this.#pop();
    // To where the space was pressed.
    while (this.#typed.at(-1) === 'missing') this.#pop();
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
