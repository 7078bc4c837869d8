import { makeAutoObservable, runInAction } from 'mobx';

/** How long a pop-up stays, in milliseconds. */
export const NOTICE_MS = 3000;

/** The one pop-up of the page, which is also its live region: what it shows is read out. */
export class NoticeStore {
  text: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    makeAutoObservable<this, 'timer'>(this, { timer: false });
  }

  show(text: string, forMs: number = NOTICE_MS): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      runInAction(() => {
        this.text = null;
      });
    }, forMs);
  }
}
