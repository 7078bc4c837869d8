import { makeAutoObservable } from 'mobx';
import type { KeyValueStorage } from '../platform/storage';

/** The sounds of correct and wrong keys. */
export interface KeySounds {
  /** Loads the sounds, so that the first key already has one. */
  prepare(): void;
  correct(): void;
  wrong(): void;
}

/** The visitor's choice to hear keys or to mute them. */
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

  /** Adopts the choice of another window. */
  follow(): void {
    this.isOn = this.#stored();
  }

  toggle(): void {
    this.isOn = !this.isOn;
    this.#storage.set('audio', String(this.isOn));
  }

  /** Loads the sounds unless they are muted. */
  prepare(): void {
    if (this.isOn) this.#sounds.prepare();
  }

  /** Plays the sound of one key; `correct` is null for a key that typed nothing. */
  play(correct: boolean | null): void {
    if (!this.isOn || correct === null) return;
    if (correct) this.#sounds.correct();
    else this.#sounds.wrong();
  }

  #stored(): boolean {
    return this.#storage.get('audio') !== 'false';
  }
}
