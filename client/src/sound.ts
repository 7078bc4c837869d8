import { files } from './paths';
import type { KeySounds } from './stores/SoundStore';

/** How loud keys are, 0 to 1. */
const VOLUME = 0.7;

/** Of the sounds, in Hz: what they were made at. */
const SAMPLE_RATE = 44_100;

type Name = 'correct' | 'wrong';

/**
 * The sounds of keys through Web Audio, which starts them without delay and lets them overlap. They are fetched and
 * decoded once; what plays them is made with the first key, because browsers keep audio off until the visitor has acted.
 */
export function webAudioSounds(): KeySounds {
  let loading: Promise<void> | null = null;
  let buffers: Record<Name, AudioBuffer> | null = null;
  let output: { context: AudioContext; volume: GainNode } | null = null;

  const prepare = () => {
    if (loading !== null) return;
    loading = load().then(
      (loaded) => {
        buffers = loaded;
      },
      (error: unknown) => console.warn('the sounds could not be loaded', error),
    );
  };
  const play = (name: Name) => {
    prepare();
    if (buffers === null) return;
    output ??= open();
    const source = new AudioBufferSourceNode(output.context, { buffer: buffers[name] });
    source.connect(output.volume);
    source.start();
  };
  return { prepare, correct: () => play('correct'), wrong: () => play('wrong') };
}

function open(): { context: AudioContext; volume: GainNode } {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const volume = new GainNode(context, { gain: VOLUME });
  volume.connect(context.destination);
  return { context, volume };
}

/** Decoded by a context that plays nothing, which needs nobody's leave. */
async function load(): Promise<Record<Name, AudioBuffer>> {
  const decoder = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const sound = async (file: string) => {
    const response = await fetch(file);
    return decoder.decodeAudioData(await response.arrayBuffer());
  };
  const [correct, wrong] = await Promise.all([sound(files.typeSound), sound(files.errorSound)]);
  return { correct, wrong };
}
