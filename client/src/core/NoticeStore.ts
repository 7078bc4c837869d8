import { makeAutoObservable, observableRef } from 'mobx';
import type { ReactNode } from 'react';

/** The time for which a notice is shown, in milliseconds. */
export const NOTICE_MS = 3000;

/** The time for the notice that asks a new user to check their email, in milliseconds. */
export const SIGNUP_NOTICE_MS = 10_000;

/** The time for the notice of a new skin, in milliseconds. */
const REWARD_MS = 6000;

/** A notice that stays until it is dismissed, in the language of the page. */
interface Kept {
  text: () => ReactNode;
  /** One for each. */
  number: number;
}

/** The page's only pop-up, which screen readers announce: it is a live region. */
export class NoticeStore {
  /** A notice that disappears by itself, with the skin it is about. */
  private passing: { text: string; skin: string | null } | null = null;
  /** The notices that stay until they are dismissed, the oldest first, which is shown. A passing one is shown over it. */
  private kept: readonly Kept[] = [];
  /** The number of passing notices so far, since two in a row may have the same text. */
  private shown = 0;
  /** The number of kept notices so far. */
  #nKept = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Queued rewards. */
  readonly #waiting: { text: string; skin: string }[] = [];

  constructor() {
    makeAutoObservable<this, 'kept'>(this, { kept: observableRef });
  }

  get text(): ReactNode {
    return this.passing?.text ?? this.kept[0]?.text() ?? null;
  }

  /** Changes with each notice. */
  get key(): string {
    return this.passing ? String(this.shown) : `kept ${this.kept[0]?.number}`;
  }

  /** The skin that the text is about. */
  get skin(): string | null {
    return this.passing?.skin ?? null;
  }

  /** True while the text is one that stays until it is dismissed. */
  get isKept(): boolean {
    return this.passing === null && this.kept.length > 0;
  }

  show(text: string, forMs: number = NOTICE_MS): void {
    this.pass({ text, skin: null }, forMs);
  }

  /**
   * Shows a notice that stays until it is dismissed, after any passing one and those kept before it. Returns a function
   * that dismisses it, also before it is shown.
   */
  keep(text: () => ReactNode): () => void {
    const kept = { text, number: this.#nKept };
    this.#nKept += 1;
    this.kept = [...this.kept, kept];
    return () => this.remove(kept);
  }

  /** Shows a skin that has just been unlocked, after any passing notice. */
  reward(text: string, skin: string): void {
    this.#waiting.push({ text, skin });
    this.showReward();
  }

  /** Removes the notice that stays and is shown. */
  dismiss(): void {
    this.kept = this.kept.slice(1);
  }

  private remove(dismissed: Kept): void {
    this.kept = this.kept.filter((kept) => kept !== dismissed);
  }

  private pass(notice: { text: string; skin: string | null }, forMs: number): void {
    this.passing = notice;
    this.shown += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), forMs);
  }

  private end(): void {
    this.passing = null;
    this.showReward();
  }

  private showReward(): void {
    if (this.passing !== null) return;
    const reward = this.#waiting.shift();
    if (reward) this.pass(reward, REWARD_MS);
  }
}
