import { BACKSPACE, BACKSPACE_WORD, type Key } from './keys';
import { accuracy, percent } from './score';

/** One character of the text, as it stands. */
export type Status = 'untyped' | 'current' | 'correct' | 'incorrect';

/**
 * A run through a text, key by key: what a key does to a text.
 *
 * The engine has the same rules in `shared/src/typing.rs` and replays the keystrokes of a race with them; both are
 * held to the cases in `shared/fixtures/typing.json`.
 */
export class Typing {
  /** The characters to type: Unicode scalars, as the engine counts them. */
  readonly characters: readonly string[];
  /** Right or wrong, for each character up to the cursor. */
  private readonly typed: boolean[] = [];
  /** How many of `typed` are wrong now. */
  private standingErrors = 0;
  private wrongKeys = 0;

  constructor(text: string) {
    this.characters = [...text];
  }

  /** Takes one key. Characters past the end of the text and Backspace before its start do nothing. */
  press(key: Key): void {
    if (key === BACKSPACE) this.stepBack();
    else if (key === BACKSPACE_WORD) this.stepBackWord();
    else this.character(key);
  }

  /** Whether `key` is the one that the text wants next. */
  expects(key: Key): boolean {
    return this.characters[this.cursor] === key;
  }

  /** How many characters the text has. */
  get length(): number {
    return this.characters.length;
  }

  /** The index of the current character; the length of the text at its end. */
  get cursor(): number {
    return this.typed.length;
  }

  /** Wrong keys so far; correcting one does not take it back. */
  get errors(): number {
    return this.wrongKeys;
  }

  /** Characters that are wrong now. */
  get uncorrected(): number {
    return this.standingErrors;
  }

  /** Whether the last character is reached and all characters are correct. */
  get isFinished(): boolean {
    return this.typed.length === this.length && this.standingErrors === 0;
  }

  /** Accuracy in percent, two decimals. */
  get accuracy(): number {
    return accuracy(this.length, this.wrongKeys);
  }

  /** How much of the text is typed, in whole percent. */
  get completed(): number {
    return percent(this.cursor, this.length);
  }

  /** How the character at `index` stands. */
  status(index: number): Status {
    const correct = this.typed[index];
    if (correct !== undefined) return correct ? 'correct' : 'incorrect';
    return index === this.cursor ? 'current' : 'untyped';
  }

  private character(character: string): void {
    const expected = this.characters[this.cursor];
    if (expected === undefined) return;
    const correct = expected === character;
    if (!correct) {
      this.wrongKeys += 1;
      this.standingErrors += 1;
    }
    this.typed.push(correct);
  }

  private stepBack(): void {
    if (this.typed.pop() === false) this.standingErrors -= 1;
  }

  /** As in an editor: the spaces before the cursor, then the word before them. */
  private stepBackWord(): void {
    while (this.cursor > 0 && this.characters[this.cursor - 1] === ' ') this.stepBack();
    while (this.cursor > 0 && this.characters[this.cursor - 1] !== ' ') this.stepBack();
  }
}
