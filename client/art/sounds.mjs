/**
 * Synthesizes the sounds of keys and encodes them with `lame`: for correct keys a soft wooden tick, the clack of a
 * typewriter, and a bubble; for wrong ones a low dull knock.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const RATE_HZ = 44_100;
const served = new URL('../static/mp3/', import.meta.url);

/** A fading tone: `level` at the start, a third of it after `decay` seconds. */
const tone = (hertz, decay, level) => (time) => level * Math.sin(2 * Math.PI * hertz * time) * Math.exp(-time / decay);

/** Fading noise, the same on every run: the scrape of a key on its switch. */
function noise(decay, level) {
  let state = 22_695_477;
  let smooth = 0;
  return (time) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    smooth += 0.45 * (state / 2 ** 31 - smooth);
    return level * smooth * Math.exp(-time / decay);
  };
}

/** A fading tone that rises or falls from `from` to `to` Hz. */
const glide = (from, to, seconds, decay, level) => (time) => {
  const share = Math.min(time / seconds, 1);
  const turns =
    from * time + ((to - from) * share * Math.min(time, seconds)) / 2 + (to - from) * Math.max(time - seconds, 0);
  return level * Math.sin(2 * Math.PI * turns) * Math.exp(-time / decay);
};

/** `part`, `seconds` later. */
const later = (seconds, part) => (time) => (time < seconds ? 0 : part(time - seconds));

encode('type.mp3', 0.09, [tone(1750, 0.006, 0.3), tone(620, 0.012, 0.35), tone(190, 0.02, 0.3), noise(0.004, 0.8)]);
encode('typewriter.mp3', 0.14, [
  noise(0.003, 1.1),
  tone(2900, 0.004, 0.35),
  tone(1130, 0.009, 0.3),
  tone(320, 0.022, 0.3),
  // The type strikes the paper.
  later(0.022, noise(0.006, 0.9)),
  later(0.022, tone(4200, 0.005, 0.2)),
]);
encode('bubbles.mp3', 0.12, [glide(420, 1250, 0.045, 0.022, 0.75), glide(840, 2500, 0.045, 0.012, 0.12)]);
encode('error.mp3', 0.16, [tone(150, 0.035, 0.6), tone(233, 0.025, 0.35), noise(0.006, 0.5)]);

/** Mixes `parts` over `seconds` and writes them as MP3. */
function encode(name, seconds, parts) {
  const samples = new Int16Array(Math.round(seconds * RATE_HZ));
  for (let index = 0; index < samples.length; index += 1) {
    const time = index / RATE_HZ;
    const attack = Math.min(time / 0.001, 1);
    const mixed = attack * parts.reduce((sum, part) => sum + part(time), 0);
    samples[index] = Math.round(Math.max(-1, Math.min(1, mixed)) * 32_767 * 0.8);
  }
  const file = fileURLToPath(new URL(name, served));
  const lame = spawnSync(
    'lame',
    ['-r', '-s', '44.1', '-m', 'm', '--bitwidth', '16', '-b', '96', '--quiet', '-', file],
    {
      input: Buffer.from(samples.buffer),
    },
  );
  if (lame.status !== 0) throw new Error(`lame could not write ${name}: ${lame.error ?? lame.stderr}`);
}
