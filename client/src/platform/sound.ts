import { files } from '../core/paths';
import type { KeySounds } from '../core/SoundStore';
import { afterNextFrame } from './frame';

/** The volume of the sounds, 0 to 1. */
const VOLUME = 0.7;

/** The sample rate of the sound files, in Hz. */
const SAMPLE_RATE = 44_100;

type Name = 'correct' | 'wrong';

type Buffers = Record<Name, AudioBuffer>;

/**
 * The sounds of keys through Web Audio, which starts them without delay and lets them overlap. They are fetched and
 * decoded once. Browsers block audio until the visitor has acted on the page, and opening the player takes longer than
 * a frame: it opens when the sounds are decoded if the visitor has clicked before, else after the first key's frame.
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
    // Sounds that failed to load are requested again for the next text, not for every key.
    if (state === 'unasked') prepare();
    const loaded = buffers;
    if (player) player.play(name);
    else if (loaded) afterNextFrame(() => open(loaded).play(name));
  };
  return { prepare, correct: () => play('correct'), wrong: () => play('wrong') };
}

/** Plays overlapping sounds. Each source is created ahead, because creating one takes longer than handling a key. */
class Player {
  private readonly context = new AudioContext({ latencyHint: 'interactive' });
  private readonly volume = new GainNode(this.context, { gain: VOLUME });
  private readonly ready: Record<Name, AudioBufferSourceNode[]>;

  constructor(private readonly buffers: Buffers) {
    this.volume.connect(this.context.destination);
    this.ready = { correct: [this.source('correct')], wrong: [this.source('wrong')] };
  }

  play(name: Name): void {
    // Browsers suspend sound by themselves, iOS for a call.
    if (this.context.state !== 'running') this.context.resume().catch(() => {});
    const source = this.ready[name].pop() ?? this.source(name);
    source.start();
  }

  /** Creates a source, which plays once and is then replaced by a new one. */
  private source(name: Name): AudioBufferSourceNode {
    const source = new AudioBufferSourceNode(this.context, { buffer: this.buffers[name] });
    source.connect(this.volume);
    source.onended = () => this.ready[name].push(this.source(name));
    return source;
  }
}

/** Fetches and decodes the sounds. An offline context may decode before the visitor has acted on the page. */
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
