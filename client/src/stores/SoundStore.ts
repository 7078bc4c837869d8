import { makeAutoObservable } from 'mobx';
import type { KeyValueStorage } from './storage';

/** What makes the sounds. */
export interface KeySounds {
  /** Loads them, so that the first key already sounds. */
  prepare(): void;
  correct(): void;
  wrong(): void;
}

/** Whether keys sound; remembered. */
export class SoundStore {
  isOn: boolean;

  constructor(
    private readonly storage: KeyValueStorage,
    private readonly sounds: KeySounds,
  ) {
    this.isOn = storage.get('audio') !== 'false';
    makeAutoObservable<this, 'storage' | 'sounds'>(this, { storage: false, sounds: false });
  }

  toggle(): void {
    this.isOn = !this.isOn;
    this.storage.set('audio', String(this.isOn));
  }

  /** Somebody is about to type. */
  prepare(): void {
    if (this.isOn) this.sounds.prepare();
  }

  /** Sounds one key; null is a key that typed nothing. */
  play(correct: boolean | null): void {
    if (!this.isOn || correct === null) return;
    if (correct) this.sounds.correct();
    else this.sounds.wrong();
  }
}
