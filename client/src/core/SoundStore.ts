import { makeAutoObservable, reaction } from 'mobx';
import type { KeyValueStorage } from '../platform/storage';
import type { SettingsStore } from './SettingsStore';
import { settings } from './settings';

/** The sounds of correct and wrong keys. */
export interface KeySounds {
  /** Loads the sounds, so that the first key already has one. */
  prepare(): void;
  correct(): void;
  wrong(): void;
}

/** The sounds that the visitor chose, unless they are muted. */
export class SoundStore {
  /** Muted on this device. The chosen sounds are those of {@link SettingsStore}. */
  isMuted: boolean;

  readonly #storage: KeyValueStorage;
  readonly #settings: SettingsStore;
  readonly #sounds: KeySounds;

  constructor(storage: KeyValueStorage, settings: SettingsStore, sounds: KeySounds) {
    this.#storage = storage;
    this.#settings = settings;
    this.#sounds = sounds;
    this.isMuted = this.#stored();
    makeAutoObservable(this);
    // Choosing silence mutes the page, and choosing a sound again unmutes it.
    reaction(
      () => this.hasSounds,
      (hasSounds) => this.#mute(!hasSounds),
    );
  }

  get isOn(): boolean {
    return !this.isMuted && this.hasSounds;
  }

  /** False if the visitor chose silence for all keys. */
  get hasSounds(): boolean {
    const { keySound, mistakeSound } = this.#settings.values;
    return keySound !== 'off' || mistakeSound;
  }

  /** Adopts the choice of another window. */
  follow(): void {
    this.isMuted = this.#stored();
  }

  /** Mutes the sounds, or plays those that were chosen. */
  toggle(): void {
    if (this.hasSounds) this.#mute(this.isOn);
    else this.#settings.set('keySound', settings.keySound.default);
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

  #mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    this.#storage.set('audio', String(!isMuted));
  }

  #stored(): boolean {
    return this.#storage.get('audio') === 'false';
  }
}
