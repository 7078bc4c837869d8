import type { Key } from './rules/keys';
import type { TimedKey } from './rules/review';
import { type Status, Typing } from './rules/Typing';

/** The characters that a key touched: every index from `from` to `to`, both included. */
export interface Touched {
  from: number;
  to: number;
}

type Listener = (touched: Touched) => void;

/** The speed of a run is shown from its cursor, so a run also knows when its first key came. */
export class TypingRun {
  /** Every key of the run, in order: what the engine replays. */
  keystrokes = '';
  /** When each of them came, by the page's own clock (`performance.now`); null where that is not known any more. */
  private readonly times: (number | null)[] = [];
  private readonly typing: Typing;
  private readonly listeners = new Set<Listener>();

  constructor(readonly text: string) {
    this.typing = new Typing(text);
  }

  /**
   * Takes one key, remembers it, and tells the view which characters to repaint. Returns whether it was correct; null
   * for a key that typed nothing.
   */
  press(key: Key, at: number | null = performance.now()): boolean | null {
    const before = this.typing.cursor;
    const correct = this.typing.expects(key);
    const { errors } = this.typing;
    this.typing.press(key);
    const after = this.typing.cursor;
    if (after === before && errors === this.typing.errors) return null;
    this.keystrokes += key;
    this.times.push(at);
    const touched = { from: Math.min(before, after), to: Math.max(before, after) };
    for (const listener of this.listeners) listener(touched);
    return after > before ? correct : null;
  }

  /** Every key, with the milliseconds since `startedAt`, which is a time of the page's own clock. */
  keysSince(startedAt: number): TimedKey[] {
    return [...this.keystrokes].map((key, index) => {
      const at = this.times[index] ?? null;
      return { key, ms: at === null ? null : Math.max(at - startedAt, 0) };
    });
  }

  /** Calls `listener` after each key that changed something, until the returned function is called. */
  onTouched(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The characters to type. */
  get characters(): readonly string[] {
    return this.typing.characters;
  }

  /** See {@link Typing.cursor}. */
  get cursor(): number {
    return this.typing.cursor;
  }

  /** See {@link Typing.errors}. */
  get errors(): number {
    return this.typing.errors;
  }

  /** See {@link Typing.uncorrected}. */
  get uncorrected(): number {
    return this.typing.uncorrected;
  }

  /** See {@link Typing.isFinished}. */
  get isFinished(): boolean {
    return this.typing.isFinished;
  }

  /** See {@link Typing.accuracy}. */
  get accuracy(): number {
    return this.typing.accuracy;
  }

  /** See {@link Typing.completed}. */
  get completed(): number {
    return this.typing.completed;
  }

  /** See {@link Typing.status}. */
  status(index: number): Status {
    return this.typing.status(index);
  }
}
