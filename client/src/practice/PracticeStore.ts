import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { PracticeResult, Text } from '../net/api';
import { BACKSPACE, BACKSPACE_WORD, type Key } from '../typing/rules/keys';
import { twoDecimals, wpm } from '../typing/rules/score';
import { TypingRun } from '../typing/TypingRun';

/** Where a practice stands. */
export type PracticePhase = 'loading' | 'waiting' | 'typing' | 'finished';

/** What practice needs of the rest of the client. */
export interface PracticeServices {
  fetchText(): Promise<Text>;
  /** Saves a result of the signed-in user; null for a guest. */
  save: ((result: PracticeResult) => Promise<void>) | null;
  /** The signed-in user's fastest practice in wpm; null for a guest, or when it is not known. */
  best: number | null;
}

/** One visitor practising alone, text after text. */
export class PracticeStore {
  phase: PracticePhase = 'loading';
  run: TypingRun | null = null;
  author = '';
  /** By the page's own clock (`performance.now`), from the first key. */
  startedAt: number | null = null;
  result: PracticeResult | null = null;
  /** Whether the result is at least as fast as every one before. */
  isBest = false;
  /** Why the result could not be saved. */
  saveError: string | null = null;
  /** No text could be fetched. */
  hasFailed = false;
  /** Counts the texts asked for, so that a late answer does not replace a newer one. */
  #asked = 0;

  readonly #services: () => PracticeServices;
  readonly #playSound: (correct: boolean | null) => void;

  constructor(services: () => PracticeServices, playSound: (correct: boolean | null) => void) {
    this.#services = services;
    this.#playSound = playSound;
    makeAutoObservable(this, { run: observableRef, result: observableRef });
  }

  /** Whether keys are being typed. */
  get isTyping(): boolean {
    return this.phase === 'typing';
  }

  /** Fetches a text and waits for its first key. */
  async newText(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    this.phase = 'loading';
    try {
      const { text, author } = await this.#services().fetchText();
      runInAction(() => {
        if (asked === this.#asked) this.begin(text, author);
      });
    } catch (error) {
      console.error('no text could be fetched', error);
      runInAction(() => {
        if (asked === this.#asked) this.hasFailed = true;
      });
    }
  }

  /** Begins the same text again. */
  restart(): void {
    if (this.run && this.phase !== 'loading') this.begin(this.run.text, this.author);
  }

  press(key: Key): void {
    const { run } = this;
    if (!run || (this.phase !== 'waiting' && this.phase !== 'typing')) return;
    const isCorrect = run.press(key);
    if (key === BACKSPACE || key === BACKSPACE_WORD) {
      if (run.cursor === 0) this.restart();
      return;
    }
    this.#playSound(isCorrect);
    if (this.phase === 'waiting') {
      this.phase = 'typing';
      this.startedAt = performance.now();
    }
    if (run.isFinished) this.finish(run);
  }

  /** The visitor left the screen: answers that are still on their way change nothing. */
  leave(): void {
    this.#asked += 1;
    this.phase = 'loading';
    this.run = null;
    this.hasFailed = false;
  }

  private begin(text: string, author: string): void {
    this.run = new TypingRun(text);
    this.author = author;
    this.phase = 'waiting';
    this.startedAt = null;
    this.result = null;
    this.isBest = false;
    this.saveError = null;
    this.hasFailed = false;
  }

  private finish(run: TypingRun): void {
    const ms = performance.now() - (this.startedAt ?? performance.now());
    const result: PracticeResult = {
      time: twoDecimals(ms / 1000),
      wpm: wpm(run.characters.length, ms),
      accuracy: run.accuracy,
      date: new Date().toISOString(),
    };
    const { best, save } = this.#services();
    this.phase = 'finished';
    this.result = result;
    this.isBest = best !== null && result.wpm >= best;
    if (save) void this.keep(result, save);
  }

  /** Has the result saved; what the server refuses was not the best. */
  private async keep(result: PracticeResult, save: (result: PracticeResult) => Promise<void>): Promise<void> {
    try {
      await save(result);
    } catch (error) {
      runInAction(() => {
        if (this.result !== result) return;
        this.isBest = false;
        this.saveError = error instanceof Error ? error.message : String(error);
      });
    }
  }
}
