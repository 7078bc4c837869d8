import { afterNextFrame } from './frame';
import { files } from './paths';
import type { KeySounds } from './stores/SoundStore';

/** How loud keys are, 0 to 1. */
const VOLUME = 0.7;

/**
 * The sounds of keys through Web Audio, which starts them without delay and lets them overlap. They are loaded with the
 * first key, because browsers keep audio off until the visitor has acted.
 */
export function webAudioSounds(): KeySounds {
  let player: Promise<Record<'correct' | 'wrong', () => void>> | null = null;
  const play = (sound: 'correct' | 'wrong') => {
    player ??= load();
    player.then(
      // Eye and ear get the key together, and the frame does not wait for the sound.
      (sounds) => afterNextFrame(sounds[sound]),
      (error: unknown) => console.warn('the sounds could not be loaded', error),
    );
  };
  return { correct: () => play('correct'), wrong: () => play('wrong') };
}

async function load(): Promise<Record<'correct' | 'wrong', () => void>> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const volume = new GainNode(context, { gain: VOLUME });
  volume.connect(context.destination);
  const sound = async (file: string) => {
    const response = await fetch(file);
    const buffer = await context.decodeAudioData(await response.arrayBuffer());
    return () => {
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(volume);
      source.start();
    };
  };
  const [correct, wrong] = await Promise.all([sound(files.typeSound), sound(files.errorSound)]);
  return { correct, wrong };
}
