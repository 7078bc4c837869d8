import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Language } from '../core/text';
import type { Mode, PracticeResult, TextAnswer } from '../net/api';
import { type Comparison, compared, type SpeedsBefore } from '../typing/rules/comparison';
import { accuracy, twoDecimals, wpm } from '../typing/rules/score';
import { type Key, type Rules, type StopOnError, TypingRun } from '../typing/rules/TypingRun';
import { isOfDrawnWords, limitOf, rulesOf } from './rules/mode';

/** A text to practice. Only those of the site have an author. */
export interface PracticeText extends Omit<TextAnswer, 'id' | 'author'> {
  id?: number;
  author?: string;
  /** The `lang` of the text, unless it is in `language`: '' for an own text, which may be in any. */
  lang?: '';
  mode: Mode;
  /** True for a sentence in place of the visitor's own text, whose result is none. */
  isSample?: boolean;
  /** True if it was typed to its end just before. */
  isRepeated?: boolean;
}

/**
 * The reason why a result counts less: a long pause keeps it out of the averages, the plot and the bests of the history,
 * the same words again out of the bests.
 */
export type Mark = 'paused' | 'repeated';

/** A result with the run that gave it, which the server replays if it has the keys. */
export interface PracticeRecord extends PracticeResult {
  text?: string;
  mode: Mode;
  /** The version of the rules that the run was typed under. */
  rules: Rules;
  mark?: Mark;
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

/** The longest time without a key after which a run has no pause, in milliseconds, as in `typing/src/practice.rs`. */
const LONGEST_WAIT_MS = 10_000;

/** Services injected into a practice, for the current user or guest. */
export interface PracticeServices {
  /** Saves a result of the signed-in user, and keeps the last one of a guest. */
  save: (result: PracticeRecord) => Promise<void>;
  /** The signed-in user's speeds in practices of this kind so far; null for a guest or if unknown. */
  before: SpeedsBefore | null;
}

/**
 * One practice of one text, from its first key to its result. Its end and its figures are those of
 * `typing/src/practice.rs`; the tests of both read `shared/fixtures/practice.json`.
 */
export class PracticeRun {
  readonly run: TypingRun;
  /** The milliseconds after which the run ends; null if it ends when the text is typed. */
  readonly limitMs: number | null;
  /** The time of the first key, by `performance.now`. */
  startedAt: number | null = null;
  /** Null until the run is over. Its time is exact. */
  final: PracticeResult | null = null;
  /** Null for a result that counts like any other. */
  mark: Mark | null = null;
  /** True if the result is at least as fast as all earlier ones, and counts for it, unless saving it has failed. */
  isBest = false;
  /** The result beside the earlier ones; null if it counts less, is the first, is not saved, or they are not known. */
  comparison: Comparison | null = null;
  /** The reason why the result could not be saved. */
  saveError: Error | null = null;

  readonly #services: (text: PracticeText) => PracticeServices;
  readonly #playSound: (correct: boolean) => void;

  constructor(
    readonly text: PracticeText,
    services: (text: PracticeText) => PracticeServices,
    playSound: (correct: boolean) => void,
    stopOnError: StopOnError = 'off',
    rules: Rules = rulesOf(text.mode, stopOnError),
  ) {
    this.run = new TypingRun(text.text, stopOnError, rules);
    this.limitMs = limitOf(text.mode);
    this.#services = services;
    this.#playSound = playSound;
    makeAutoObservable(this, {
      text: false,
      run: false,
      isErased: false,
      final: observableRef,
      comparison: observableRef,
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
    if (isCorrect !== null) {
      this.#playSound(isCorrect);
      this.startedAt ??= at;
    }
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
      wpm: wpm(run.right, ms),
      accuracy: run.cursor === 0 ? 0 : accuracy(run.cursor, run.errors),
      date: new Date().toISOString(),
    };
    this.final = result;
    this.mark = this.#markOf([...times, ms]);
    // The server takes no run of which nothing is left, and none without a time, as of one character or of a word that an
    // input method inserts at once.
    if (run.cursor === 0 || twoDecimals(result.time) === 0 || text.isSample) return;
    const { before, save } = this.#services(text);
    // The contract: of texts, every result counts.
    if (before && (this.mark === null || text.mode === 'text')) {
      this.isBest = result.wpm >= (before.best ?? 0);
      this.comparison = compared(result.wpm, before);
    }
    const record = this.#record(result);
    const withKeys = { ...record, keystrokes: run.keystrokes, times };
    // An own text stays on the device, and its keys would tell it.
    const isBare = text.mode === 'own' || JSON.stringify(withKeys).length > LONGEST_RECORD;
    save(isBare ? record : withKeys).catch((error: Error) =>
      runInAction(() => {
        // A result that the server refused is not the best, and counts for nothing.
        this.isBest = false;
        this.comparison = null;
        this.saveError = error;
      }),
    );
  }

  /** Returns the record of a result, without its keys. A timed text is cut behind all that can have been typed. */
  #record(result: PracticeResult): PracticeRecord {
    const { text, mode, language } = this.text;
    const { characters, keystrokes, cursor, rules } = this.run;
    const mark = this.mark && { mark: this.mark };
    const record = { ...result, time: twoDecimals(result.time), mode, rules, ...mark, language };
    if (mode === 'own') return record;
    const end = this.limitMs === null ? -1 : characters.indexOf(' ', Math.max(keystrokes.length, cursor));
    return { ...record, text: end === -1 ? text : characters.slice(0, end).join('') };
  }

  /** Returns the mark of a run with keys at these times and this end, in milliseconds. */
  #markOf(times: readonly number[]): Mark | null {
    const isPaused = times.some((ms, index) => ms - (times[index - 1] ?? 0) > LONGEST_WAIT_MS);
    if (isPaused) return 'paused';
    return this.text.isRepeated && isOfDrawnWords(this.text.mode) ? 'repeated' : null;
  }
}
