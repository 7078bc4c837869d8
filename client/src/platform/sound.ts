import { afterNextFrame } from './frame';
import type { Sound, Sounds } from './sounds';

/** The sample rate of the sound files, in Hz. */
const SAMPLE_RATE = 44_100;

/** The files in static/mp3. */
const FILES = {
  classic: 'type',
  typewriter: 'typewriter',
  bubbles: 'bubbles',
  mistake: 'error',
} as const satisfies Record<Sound, string>;

/**
 * The sounds of keys through Web Audio, which starts them without delay and lets them overlap. Each is fetched and
 * decoded once. Browsers block audio until the visitor has acted on the page, and opening the player takes longer than
 * a frame: it opens when sounds are decoded if the visitor has clicked before, else after the first key's frame.
 */
export function webAudioSounds(): Sounds {
  const asked = new Map<Sound, Promise<void>>();
  const failed = new Set<Sound>();
  const buffers = new Map<Sound, AudioBuffer>();
  let player: Player | null = null;

  const open = () => {
    player ??= new Player();
    for (const buffer of buffers.values()) player.add(buffer);
    return player;
  };
  const request = async (sound: Sound) => {
    try {
      buffers.set(sound, await load(sound));
      if (navigator.userActivation?.hasBeenActive) open();
    } catch (error) {
      failed.add(sound);
      console.warn('a sound could not be loaded', error);
    }
  };
  return {
    async prepare(sounds) {
      for (const sound of sounds) {
        // Sounds that failed to load are requested again for the next text, not for every key.
        if (!asked.has(sound) || failed.delete(sound)) asked.set(sound, request(sound));
      }
      await Promise.all(sounds.map((sound) => asked.get(sound)));
    },
    play(sound, volume) {
      const buffer = buffers.get(sound);
      if (!buffer) {
        if (!asked.has(sound)) void this.prepare([sound]);
      } else if (player) {
        player.add(buffer);
        player.play(buffer, volume);
      } else afterNextFrame(() => open().play(buffer, volume));
    },
  };
}

/** Plays overlapping sounds. Each source is created ahead, because creating one takes longer than handling a key. */
class Player {
  private readonly context = new AudioContext({ latencyHint: 'interactive' });
  private readonly volume = new GainNode(this.context);
  private readonly ready = new Map<AudioBuffer, AudioBufferSourceNode[]>();

  constructor() {
    this.volume.connect(this.context.destination);
  }

  /** Prepares a sound, whose first key will not have to. */
  add(buffer: AudioBuffer): void {
    if (!this.ready.has(buffer)) this.ready.set(buffer, [this.source(buffer)]);
  }

  /** Plays a sound that was added. */
  play(buffer: AudioBuffer, volume: number): void {
    // Browsers suspend sound by themselves, iOS for a call.
    if (this.context.state !== 'running') this.context.resume().catch(() => {});
    if (this.volume.gain.value !== volume) this.volume.gain.value = volume;
    const source = this.ready.get(buffer)?.pop() ?? this.source(buffer);
    source.start();
  }

  /** Creates a source, which plays once and is then replaced by a new one. */
  private source(buffer: AudioBuffer): AudioBufferSourceNode {
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.volume);
    source.onended = () => this.ready.get(buffer)?.push(this.source(buffer));
    return source;
  }
}

/** Fetches and decodes a sound. An offline context may decode before the visitor has acted on the page. */
async function load(sound: Sound): Promise<AudioBuffer> {
  const file = `/mp3/${FILES[sound]}.mp3`;
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: status of ${response.status}`);
  const decoder = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  return decoder.decodeAudioData(await response.arrayBuffer());
}
