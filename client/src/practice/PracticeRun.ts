import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { PracticeResult, Text } from '../net/api';
import { twoDecimals, wpm } from '../typing/rules/score';
import { type Key, type StopOnError, TypingRun } from '../typing/rules/TypingRun';

/** Services injected into a practice, for the current user or guest. */
export interface PracticeServices {
  /** Saves a result of the signed-in user; null for a guest. */
  save: ((result: PracticeResult) => Promise<void>) | null;
  /** The signed-in user's fastest practice in wpm; null for a guest or if unknown. */
  best: number | null;
}

/** One practice of one text, from its first key to its result. */
export class PracticeRun {
  readonly run: TypingRun;
  /** The time of the first key, by `performance.now`. */
  startedAt: number | null = null;
  /** Null until the last character is typed. */
  final: PracticeResult | null = null;
  /** True if the result is at least as fast as all earlier ones, unless saving it has failed. */
  isBest = false;
  /** The reason why the result could not be saved. */
  saveError: Error | null = null;

  readonly #services: () => PracticeServices;
  readonly #playSound: (correct: boolean) => void;

  constructor(
    readonly text: Text,
    services: () => PracticeServices,
    playSound: (correct: boolean) => void,
    stopOnError: StopOnError = 'off',
  ) {
    this.run = new TypingRun(text.text, stopOnError);
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

  /** Applies a key, pressed `at` a time by `performance.now`. */
  press(key: Key, at = performance.now()): void {
    if (this.final) return;
    const isCorrect = this.run.press(key, at);
    this.isErased = isCorrect === null && this.run.cursor === 0 && this.run.keystrokes !== '';
    if (isCorrect === null) return;
    this.#playSound(isCorrect);
    this.startedAt ??= at;
    const { accuracy } = this.run;
    if (accuracy !== null) this.#finish(at - this.startedAt, accuracy);
  }

  #finish(ms: number, accuracy: number): void {
    this.final = {
      time: twoDecimals(ms / 1000),
      wpm: wpm(this.run.characters.length, ms),
      accuracy,
      date: new Date().toISOString(),
    };
    const { best, save } = this.#services();
    this.isBest = best !== null && this.final.wpm >= best;
    save?.(this.final).catch((error: Error) =>
      runInAction(() => {
        // A result that the server refused is not the best.
        this.isBest = false;
        this.saveError = error;
      }),
    );
  }
}
