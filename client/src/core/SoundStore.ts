import { makeAutoObservable, reaction } from 'mobx';
import type { Sound, Sounds } from '../platform/sounds';
import type { KeyValueStorage } from '../platform/storage';
import type { SettingsStore } from './SettingsStore';
import { settings } from './settings';

/** The sounds that the visitor chose, unless they are muted. */
export class SoundStore {
  /** Muted on this device. The chosen sounds are those of {@link SettingsStore}. */
  isMuted: boolean;

  readonly #storage: KeyValueStorage;
  readonly #settings: SettingsStore;
  readonly #sounds: Sounds;

  constructor(storage: KeyValueStorage, settings: SettingsStore, sounds: Sounds) {
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
    if (this.isOn) void this.#sounds.prepare([this.#of(true), this.#of(false)].filter((sound) => sound !== null));
  }

  /** Plays the sound of one key; `correct` is null for a key that typed nothing. */
  play(correct: boolean | null): void {
    if (!this.isOn || correct === null) return;
    const sound = this.#of(correct);
    if (sound !== null) this.#sounds.play(sound, this.#settings.values.volume / 100);
  }

  /** Plays the sound of a correct or a wrong key as soon as it is loaded, for a visitor who chooses one. */
  async sample(correct: boolean): Promise<void> {
    const sound = this.#of(correct);
    if (sound !== null) await this.#sounds.prepare([sound]);
    this.play(correct);
  }

  /** The chosen sound of a key. A wrong key without a sound of its own has that of the others. */
  #of(correct: boolean): Sound | null {
    const { keySound, mistakeSound } = this.#settings.values;
    if (!correct && mistakeSound) return 'mistake';
    return keySound === 'off' ? null : keySound;
  }

  #mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    this.#storage.set('audio', String(!isMuted));
  }

  #stored(): boolean {
    return this.#storage.get('audio') === 'false';
  }
}
