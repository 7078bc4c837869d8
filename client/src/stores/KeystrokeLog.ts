import type { TypingRun } from '../typing/TypingRun';
import type { KeyValueStorage } from './storage';

/** Keeps the keys typed in a race, so that reloading the page loses none of them. */
export class KeystrokeLog {
  constructor(private readonly storage: KeyValueStorage) {}

  /** Keeps where `run` stands. */
  keep(code: string, run: TypingRun): void {
    this.storage.set(`race:${code}`, run.keystrokes);
  }

  /** Types into `run` what was kept. */
  replay(code: string, run: TypingRun): void {
    for (const key of this.storage.get(`race:${code}`) ?? '') run.press(key);
  }

  forget(code: string): void {
    this.storage.remove(`race:${code}`);
  }
}
