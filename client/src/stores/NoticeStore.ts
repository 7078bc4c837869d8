import { makeAutoObservable } from 'mobx';

/** How long a pop-up stays, in milliseconds. */
export const NOTICE_MS = 3000;

/** How long one stays that asks a newcomer to read a mail, in milliseconds. */
export const SIGNUP_NOTICE_MS = 10_000;

/** A new skin is looked at for longer. */
const REWARD_MS = 6000;

/** The one pop-up of the page, which is also its live region: what it shows is read out. */
export class NoticeStore {
  text: string | null = null;
  /** The skin that the text is about. */
  skin: string | null = null;
  /** Whether it stays until the reader dismisses it. */
  isKept = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Rewards whose turn comes. */
  private readonly waiting: { text: string; skin: string }[] = [];

  constructor() {
    makeAutoObservable<this, 'timer' | 'waiting'>(this, { timer: false, waiting: false });
  }

  show(text: string, forMs: number = NOTICE_MS): void {
    this.appear(text, null, forMs);
  }

  /** Shows what must be read: it stays until it is dismissed. */
  keep(text: string): void {
    this.appear(text, null, null);
  }

  /** Shows a skin that has just been unlocked, after what is shown now. */
  reward(text: string, skin: string): void {
    if (this.text === null) this.appear(text, skin, REWARD_MS);
    else this.waiting.push({ text, skin });
  }

  /** Removes what is shown, and shows the reward that waits. */
  dismiss(): void {
    this.text = null;
    this.skin = null;
    const next = this.waiting.shift();
    if (next) this.reward(next.text, next.skin);
  }

  /** @param forMs Null keeps it until it is dismissed. */
  private appear(text: string, skin: string | null, forMs: number | null): void {
    this.text = text;
    this.skin = skin;
    this.isKept = forMs === null;
    clearTimeout(this.timer);
    if (forMs !== null) this.timer = setTimeout(() => this.dismiss(), forMs);
  }
}
