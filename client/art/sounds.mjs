/**
 * Synthesizes the two sounds of keys and encodes them with `lame`: a soft wooden tick for a correct key, a low dull
 * knock for a wrong one.
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

encode('type.mp3', 0.09, [tone(1750, 0.006, 0.3), tone(620, 0.012, 0.35), tone(190, 0.02, 0.3), noise(0.004, 0.8)]);
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
