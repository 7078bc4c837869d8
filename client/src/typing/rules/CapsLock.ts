/** The used part of a `KeyboardEvent` or `MouseEvent`. */
export interface Observed {
  type: string;
  key?: string;
  repeat?: boolean;
  getModifierState(modifier: string): boolean;
}

/** The way in which a system reports the keydown of Caps Lock itself. */
export type CapsLockReport =
  /** With the state after it. */
  | 'after'
  /** With the state before it; a keyup that ends Caps Lock, too. */
  | 'before'
  /** With "on", whatever the state after it. */
  | 'on'
  /** A keydown switches it on, a keyup off. */
  | 'mac';

/** Returns how a browser reports Caps Lock, by `navigator.platform` and `navigator.userAgent`. */
export function capsLockReport(platform: string, userAgent: string): CapsLockReport {
  if (/mac/i.test(platform)) return 'mac';
  // X11 tells the state before a key. Chromium and WebKit pass it on; Firefox also says "on" when the key switches off.
  if (/linux/i.test(platform) && !/android/i.test(userAgent)) return /firefox/i.test(userAgent) ? 'on' : 'before';
  return 'after';
}

/**
 * The state of Caps Lock, from the events of keys and of the mouse. All tell it, but those of the Caps Lock key differ
 * by system: if the state is known, its keydown inverts it.
 */
export class CapsLock {
  /** Null if it is unknown. */
  #isOn: boolean | null = null;

  constructor(private readonly report: CapsLockReport) {}

  get isOn(): boolean {
    return this.#isOn ?? false;
  }

  observe(event: Observed): void {
    const state = event.getModifierState('CapsLock');
    if (event.key !== 'CapsLock' || this.report === 'mac') this.#isOn = state;
    else if (event.type !== 'keydown' || event.repeat) return;
    else if (this.#isOn !== null) this.#isOn = !this.#isOn;
    else if (this.report !== 'on') this.#isOn = this.report === 'before' ? !state : state;
  }

  /** Forgets the state, which may change while another window has the keyboard. */
  forget(): void {
    this.#isOn = null;
  }
}
