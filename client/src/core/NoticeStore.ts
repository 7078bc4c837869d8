import { makeAutoObservable, observableRef } from 'mobx';
import type { ReactNode } from 'react';

/** The time for which a notice is shown, in milliseconds. */
export const NOTICE_MS = 3000;

/** The time for the notice that asks a new user to check their email, in milliseconds. */
export const SIGNUP_NOTICE_MS = 10_000;

/** The time for the notice of a new skin, in milliseconds. */
const REWARD_MS = 6000;

/** The page's only pop-up, which screen readers announce: it is a live region. */
export class NoticeStore {
  /** A notice that disappears by itself, with the skin it is about. */
  private passing: { text: string; skin: string | null } | null = null;
  /** A notice that stays until it is dismissed, in the language of the page. A passing one is shown over it. */
  private kept: (() => ReactNode) | null = null;
  /** The number of passing notices so far, since two in a row may have the same text. */
  private shown = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Queued rewards. */
  readonly #waiting: { text: string; skin: string }[] = [];

  constructor() {
    makeAutoObservable<this, 'kept'>(this, { kept: observableRef });
  }

  get text(): ReactNode {
    return this.passing?.text ?? this.kept?.() ?? null;
  }

  /** Changes with each notice. */
  get key(): string {
    return this.passing ? String(this.shown) : 'kept';
  }

  /** The skin that the text is about. */
  get skin(): string | null {
    return this.passing?.skin ?? null;
  }

  /** True while the text is one that stays until it is dismissed. */
  get isKept(): boolean {
    return this.passing === null && this.kept !== null;
  }

  show(text: string, forMs: number = NOTICE_MS): void {
    this.pass({ text, skin: null }, forMs);
  }

  /** Shows a notice that stays until it is dismissed, after any passing one. */
  keep(text: () => ReactNode): void {
    this.kept = text;
  }

  /** Shows a skin that has just been unlocked, after any passing notice. */
  reward(text: string, skin: string): void {
    this.#waiting.push({ text, skin });
    this.showReward();
  }

  /** Removes the notice that stays. */
  dismiss(): void {
    this.kept = null;
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
