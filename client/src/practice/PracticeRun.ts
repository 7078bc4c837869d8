import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Language } from '../core/text';
import type { PracticeResult, TextAnswer } from '../net/api';
import { accuracy, twoDecimals, wpm } from '../typing/rules/score';
import { type Key, type StopOnError, TypingRun } from '../typing/rules/TypingRun';
import { limitOf, type Mode } from './rules/mode';

/** A text to practice. Only those of the site have an author. */
export interface PracticeText extends Omit<TextAnswer, 'id' | 'author'> {
  id?: number;
  author?: string;
  /** The `lang` of the text, unless it is in `language`: '' for an own text, which may be in any. */
  lang?: '';
  mode: Mode;
}

/** A result with the run that gave it, which the server replays if it has the keys. */
export interface PracticeRecord extends PracticeResult {
  text?: string;
  mode: Mode;
  language: Language;
  keystrokes?: string;
  /** The time of each keystroke, in whole milliseconds since the first. */
  times?: number[];
}

/**
 * The longest record that has its keys, in characters of JSON: a hundred of them fit into the browser's storage of about
 * five million, and each into a call.
 */
const LONGEST_RECORD = 40_000;

/** Services injected into a practice, for the current user or guest. */
export interface PracticeServices {
  /** Saves a result of the signed-in user; null for a guest. */
  save: ((result: PracticeRecord) => Promise<void>) | null;
  /** The signed-in user's fastest practice of this kind in wpm; null for a guest or if unknown. */
  best: number | null;
}

/**
 * One practice of one text, from its first key to its result. Its end and its figures are those of
 * `shared/src/practice.rs`; the tests of both read `shared/fixtures/practice.json`.
 */
export class PracticeRun {
  readonly run: TypingRun;
  /** The milliseconds after which the run ends; null if it ends when the text is typed. */
  readonly limitMs: number | null;
  /** The time of the first key, by `performance.now`. */
  startedAt: number | null = null;
  /** Null until the run is over. Its time is exact. */
  final: PracticeResult | null = null;
  /** True if the result is at least as fast as all earlier ones, unless saving it has failed. */
  isBest = false;
  /** The reason why the result could not be saved. */
  saveError: Error | null = null;

  readonly #services: (mode: Mode) => PracticeServices;
  readonly #playSound: (correct: boolean) => void;

  constructor(
    readonly text: PracticeText,
    services: (mode: Mode) => PracticeServices,
    playSound: (correct: boolean) => void,
    stopOnError: StopOnError = 'off',
  ) {
    this.run = new TypingRun(text.text, stopOnError);
    this.limitMs = limitOf(text.mode);
    this.#services = services;
    this.#playSound = playSound;
    makeAutoObservable(this, {
      text: false,
      run: false,
      isErased: false,
      final: observableRef,
      saveError: observableRef,
    });
  }

  /** True if everything typed has been erased, which restarts the practice. */
  isErased = false;

  /** Returns whether this is a run of `text` with no key yet. */
  isAtStartOf({ text, mode }: PracticeText): boolean {
    return this.startedAt === null && this.text.text === text && this.text.mode === mode;
  }

  /** Applies a key, pressed `at` a time by `performance.now`. */
  press(key: Key, at = performance.now()): void {
    if (this.final) return;
    if (this.limitMs !== null && this.startedAt !== null && Math.round(at - this.startedAt) > this.limitMs) {
      this.end();
      return;
    }
    const isCorrect = this.run.press(key, at);
    this.isErased = isCorrect === null && this.run.cursor === 0 && this.run.keystrokes !== '';
    if (isCorrect === null) return;
    this.#playSound(isCorrect);
    this.startedAt ??= at;
    if (this.limitMs === null && this.run.isFinished) this.end();
  }

  /** Ends the run, which has typed its text or reached its limit. */
  end(): void {
    if (this.final || this.startedAt === null) return;
    const { run, text } = this;
    const times = run.keysSince(this.startedAt).map(({ ms }) => Math.round(ms ?? 0));
    const ms = this.limitMs ?? times.at(-1) ?? 0;
    const result = {
      time: ms / 1000,
      wpm: wpm(run.cursor - run.uncorrected, ms),
      accuracy: run.cursor === 0 ? 0 : accuracy(run.cursor, run.errors),
      date: new Date().toISOString(),
    };
    this.final = result;
    // The server takes no run of which nothing is left, and none without a time, as of one character or of a word that an
    // input method inserts at once.
    if (run.cursor === 0 || twoDecimals(result.time) === 0) return;
    const { best, save } = this.#services(text.mode);
    this.isBest = best !== null && result.wpm >= best;
    const record = this.#record(result);
    const withKeys = { ...record, keystrokes: run.keystrokes, times };
    // An own text stays on the device, and its keys would tell it.
    const isBare = text.mode === 'own' || JSON.stringify(withKeys).length > LONGEST_RECORD;
    save?.(isBare ? record : withKeys).catch((error: Error) =>
      runInAction(() => {
        // A result that the server refused is not the best.
        this.isBest = false;
        this.saveError = error;
      }),
    );
  }

  /** Returns the record of a result, without its keys. A timed text is cut behind all that can have been typed. */
  #record(result: PracticeResult): PracticeRecord {
    const { text, mode, language } = this.text;
    const record = { ...result, time: twoDecimals(result.time), mode, language };
    if (mode === 'own') return record;
    const { characters, keystrokes } = this.run;
    const end = this.limitMs === null ? -1 : characters.indexOf(' ', keystrokes.length);
    return { ...record, text: end === -1 ? text : characters.slice(0, end).join('') };
  }
}
