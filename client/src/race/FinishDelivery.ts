import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { isPassing, RESEND_MS, type ServerError } from '../net/serverError';
import type { Finding, FinishAnswer, Outcome, Settled } from '../net/wire';

/** A saved result. */
export interface Saved {
  /** The file names of the skins that it unlocked. */
  skins: readonly string[];
  /** True if a rule holds it back. */
  isHeld: boolean;
  /** The rules that it breaks. */
  findings: readonly Finding[];
  /** The usual time until an admin has decided about it, in seconds; null if it is not known. */
  look: number | null;
  /** Tells whether a first place is a win. */
  win?: Settled['win'] | undefined;
}

/** The state of our own result. */
type Result = { kind: 'none' | 'saving' } | ({ kind: 'saved' } & Saved) | { kind: 'refused'; error: ServerError };

/** Sends our finish until it is accepted or refused for good. The room counts it once, even if it arrives several times. */
export class FinishDelivery {
  result: Result = { kind: 'none' };

  readonly #onRecorded: (outcome: Outcome) => void;
  readonly #onSettled: (refusal: ServerError | null) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isPaused = false;

  /**
   * @param onRecorded Receives the outcome that counts.
   * @param onSettled Called once the result is saved, or refused for good.
   */
  constructor(onRecorded: (outcome: Outcome) => void, onSettled: (refusal: ServerError | null) => void) {
    this.#onRecorded = onRecorded;
    this.#onSettled = onSettled;
    makeAutoObservable(this, { result: observableRef });
  }

  /** True until the finish is accepted, or refused for good. */
  get isOpen(): boolean {
    return this.result.kind === 'none' || this.result.kind === 'saving';
  }

  async deliver(send: () => Promise<FinishAnswer>): Promise<void> {
    this.result = { kind: 'saving' };
    this.#isPaused = false;
    try {
      const answer = await send();
      if ('reason' in answer && isPassing(answer)) this.#deliverLater(send);
      else runInAction(() => this.#onAnswer(answer));
    } catch {
      this.#deliverLater(send);
    }
  }

  #deliverLater(send: () => Promise<FinishAnswer>): void {
    if (this.#isPaused || this.result.kind !== 'saving') return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.deliver(send), RESEND_MS);
  }

  /** Stops sending while the connection is lost. The race delivers the finish again on its return. */
  pause(): void {
    this.#isPaused = true;
    clearTimeout(this.#timer);
  }

  /** Gives up on an answer. */
  fail(error: ServerError): void {
    if (this.result.kind === 'saving') this.#refuse(error);
  }

  /** Marks a result as saved that this page did not send. */
  markSaved(): void {
    if (this.result.kind !== 'none') return;
    this.result = { kind: 'saved', skins: [], isHeld: false, findings: [], look: null };
    this.#onSettled(null);
  }

  /** Tells whether a first place is a win, once that is known. */
  settle({ win, skins = [] }: Settled): void {
    if (this.result.kind === 'saved') this.result = { ...this.result, win, skins: [...this.result.skins, ...skins] };
  }

  #onAnswer(answer: FinishAnswer): void {
    if ('reason' in answer) {
      this.#refuse(answer);
    } else {
      const { skins = [], held: isHeld = false, findings = [], look = null, win, ...outcome } = answer;
      this.#onRecorded(outcome);
      this.result = { kind: 'saved', skins, isHeld, findings, look, win };
      this.#onSettled(null);
    }
  }

  #refuse(error: ServerError): void {
    this.result = { kind: 'refused', error };
    this.#onSettled(error);
  }
}
