import { files } from '../app/paths';
import type { KeySounds } from '../app/stores/SoundStore';
import { afterNextFrame } from './frame';

/** The volume of keys, 0 to 1. */
const VOLUME = 0.7;

/** Of the sounds, in Hz: what they were made at. */
const SAMPLE_RATE = 44_100;

type Name = 'correct' | 'wrong';

type Buffers = Record<Name, AudioBuffer>;

/**
 * The sounds of keys through Web Audio, which starts them without delay and lets them overlap. They are fetched and
 * decoded once. Browsers keep audio off until the visitor has acted, so the player is opened on the way to the text
 * where somebody came by a click, else behind the frame of the first key: opening takes longer than a frame.
 */
export function webAudioSounds(): KeySounds {
  let state: 'unasked' | 'asked' | 'failed' = 'unasked';
  let buffers: Buffers | null = null;
  let player: Player | null = null;

  const open = (loaded: Buffers) => {
    player ??= new Player(loaded);
    return player;
  };
  const prepare = () => {
    if (state === 'asked') return;
    state = 'asked';
    load().then(
      (loaded) => {
        buffers = loaded;
        if (navigator.userActivation?.hasBeenActive) open(loaded);
      },
      (error: unknown) => {
        state = 'failed';
        console.warn('the sounds could not be loaded', error);
      },
    );
  };
  const play = (name: Name) => {
    // Sounds that failed to load are tried again for the next text, not with every key.
    if (state === 'unasked') prepare();
    const loaded = buffers;
    if (player) player.play(name);
    else if (loaded) afterNextFrame(() => open(loaded).play(name));
  };
  return { prepare, correct: () => play('correct'), wrong: () => play('wrong') };
}

/** Plays sounds that overlap, each from a source that was made before it is needed: making one takes longer than a key. */
class Player {
  private readonly context = new AudioContext({ latencyHint: 'interactive' });
  private readonly volume = new GainNode(this.context, { gain: VOLUME });
  private readonly ready: Record<Name, AudioBufferSourceNode[]>;

  constructor(private readonly buffers: Buffers) {
    this.volume.connect(this.context.destination);
    this.ready = { correct: [this.source('correct')], wrong: [this.source('wrong')] };
  }

  play(name: Name): void {
    const source = this.ready[name].pop() ?? this.source(name);
    source.start();
  }

  /** Plays once; when it has, the next one takes its place. */
  private source(name: Name): AudioBufferSourceNode {
    const source = new AudioBufferSourceNode(this.context, { buffer: this.buffers[name] });
    source.connect(this.volume);
    source.onended = () => this.ready[name].push(this.source(name));
    return source;
  }
}

/** Decoded by a context that plays nothing, which needs nobody's leave. */
async function load(): Promise<Buffers> {
  const decoder = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const sound = async (file: string) => {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: status of ${response.status}`);
    return decoder.decodeAudioData(await response.arrayBuffer());
  };
  const [correct, wrong] = await Promise.all([sound(files.typeSound), sound(files.errorSound)]);
  return { correct, wrong };
}
