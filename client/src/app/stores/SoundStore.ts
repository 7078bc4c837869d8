import { makeAutoObservable } from 'mobx';
import type { KeyValueStorage } from '../../platform/storage';

/** The player of the sounds. */
export interface KeySounds {
  /** Loads them, so that the first key already sounds. */
  prepare(): void;
  correct(): void;
  wrong(): void;
}

/** The sound of keys: on or muted, and remembered. */
export class SoundStore {
  isOn: boolean;

  readonly #storage: KeyValueStorage;
  readonly #sounds: KeySounds;

  constructor(storage: KeyValueStorage, sounds: KeySounds) {
    this.#storage = storage;
    this.#sounds = sounds;
    this.isOn = this.#stored();
    makeAutoObservable(this);
  }

  /** Another window may have muted them, or not any more. */
  follow(): void {
    this.isOn = this.#stored();
  }

  toggle(): void {
    this.isOn = !this.isOn;
    this.#storage.set('audio', String(this.isOn));
  }

  /** Somebody is about to type. */
  prepare(): void {
    if (this.isOn) this.#sounds.prepare();
  }

  /** Sounds one key; null is a key that typed nothing. */
  play(correct: boolean | null): void {
    if (!this.isOn || correct === null) return;
    if (correct) this.#sounds.correct();
    else this.#sounds.wrong();
  }

  #stored(): boolean {
    return this.#storage.get('audio') !== 'false';
  }
}
