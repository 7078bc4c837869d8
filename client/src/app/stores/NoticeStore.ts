import { makeAutoObservable } from 'mobx';

/** The time that a pop-up stays, in milliseconds. */
export const NOTICE_MS = 3000;

/** The time for a pop-up that asks a new user to read a mail, in milliseconds. */
export const SIGNUP_NOTICE_MS = 10_000;

/** A new skin is looked at for longer. */
const REWARD_MS = 6000;

/** The one pop-up of the page, which is also its live region: what it shows is read out. */
export class NoticeStore {
  /** Goes by itself, with the skin that it is about. */
  private passing: { text: string; skin: string | null } | null = null;
  /** Stays until the reader dismisses it, and returns after what passes. */
  private kept: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Rewards whose turn comes. */
  readonly #waiting: { text: string; skin: string }[] = [];

  constructor() {
    makeAutoObservable(this);
  }

  get text(): string | null {
    return this.passing?.text ?? this.kept;
  }

  /** The skin that the text is about. */
  get skin(): string | null {
    return this.passing?.skin ?? null;
  }

  /** True while the text stays until the reader dismisses it. */
  get isKept(): boolean {
    return this.passing === null && this.kept !== null;
  }

  show(text: string, forMs: number = NOTICE_MS): void {
    this.pass({ text, skin: null }, forMs);
  }

  /** Shows what must be read, after what is shown now: it stays until it is dismissed. */
  keep(text: string): void {
    this.kept = text;
  }

  /** Shows a skin that has just been unlocked, after what passes now. */
  reward(text: string, skin: string): void {
    this.#waiting.push({ text, skin });
    this.showReward();
  }

  /** Removes what is kept. */
  dismiss(): void {
    this.kept = null;
  }

  private pass(notice: { text: string; skin: string | null }, forMs: number): void {
    this.passing = notice;
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
