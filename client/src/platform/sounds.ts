import { loadExtra, Script } from './loading';

/** The names of the sounds of keys. */
export type Sound = 'classic' | 'typewriter' | 'bubbles' | 'mistake';

/** A player of short sounds. */
export interface Sounds {
  /** Loads sounds, so that they play at once. */
  prepare(sounds: readonly Sound[]): Promise<void>;
  /** Plays a sound that is loaded, at a volume from 0 to 1. */
  play(sound: Sound, volume: number): void;
}

/** Sounds whose player is loaded with the first of them: most screens have none. */
export function loadedSounds(load: () => Promise<Sounds>): Sounds {
  const player = new Script(() => loadExtra(load));
  return {
    async prepare(sounds) {
      try {
        await (await player.load()).prepare(sounds);
      } catch (error) {
        console.warn('the sounds could not be loaded', error);
      }
    },
    play(sound, volume) {
      if (player.part) player.part.play(sound, volume);
      else void this.prepare([sound]);
    },
  };
}
