import { expect, it } from 'vitest';
import type { Sound } from '../platform/sounds';
import { memoryStorage } from '../platform/storage';
import { SettingsStore } from './SettingsStore';
import { SoundStore } from './SoundStore';

/** A window of the browser with this storage. Its sounds are recorded instead of played. */
function open(storage = memoryStorage()) {
  const heard: string[] = [];
  const sounds = {
    prepare: async (names: readonly Sound[]) => void heard.push(`prepare ${names}`),
    play: (name: Sound, volume: number) => void heard.push(`${name} ${volume}`),
  };
  const settings = new SettingsStore(storage, false);
  return { heard, settings, sound: new SoundStore(storage, settings, sounds), storage };
}

it('correct and wrong keys have sounds unless muted; keys that type nothing never do', () => {
  const { heard, sound } = open();
  sound.play(true);
  sound.play(null);
  sound.play(false);
  sound.toggle();
  sound.play(true);
  sound.play(false);
  expect([heard, sound.isOn]).toEqual([['classic 0.7', 'mistake 0.7'], false]);
});

it('muting and unmuting are remembered', () => {
  const { sound, storage } = open();
  sound.toggle();
  const next = open(storage).sound;
  expect([next.isOn, storage.get('audio')]).toEqual([false, 'false']);
  next.toggle();
  expect([open(storage).sound.isOn, storage.get('audio')]).toEqual([true, 'true']);
});

it('muting and unmuting in another window apply here', () => {
  const storage = memoryStorage();
  const [here, there] = [open(storage).sound, open(storage).sound];
  there.toggle();
  here.follow();
  expect(here.isOn).toBe(false);
  here.toggle();
  there.follow();
  expect([there.isOn, storage.get('audio')]).toEqual([true, 'true']);
});

it('an unknown stored value mutes nothing', () => {
  expect(open(memoryStorage({ audio: 'loud' })).sound.isOn).toBe(true);
});

it('sounds are loaded before typing, unless they are muted', () => {
  const { heard, sound } = open();
  sound.prepare();
  sound.toggle();
  sound.prepare();
  expect(heard).toEqual(['prepare classic,mistake']);
});

it('choosing silence mutes, and choosing a sound unmutes', () => {
  const { settings, sound, storage } = open();
  settings.set('keySound', 'off');
  expect([sound.isOn, storage.get('audio')]).toEqual([true, null]);
  settings.set('mistakeSound', false);
  expect([sound.isOn, storage.get('audio')]).toEqual([false, 'false']);
  settings.set('keySound', 'typewriter');
  expect([sound.isOn, storage.get('audio')]).toEqual([true, 'true']);
});

it('unmuting brings back what was chosen, or the first sound after silence', () => {
  const { settings, sound, storage } = open();
  settings.set('keySound', 'bubbles');
  sound.toggle();
  sound.toggle();
  expect([sound.isOn, settings.values.keySound]).toEqual([true, 'bubbles']);
  settings.set('keySound', 'off');
  settings.set('mistakeSound', false);
  sound.toggle();
  expect([sound.isOn, settings.values.keySound, storage.get('audio')]).toEqual([true, 'classic', 'true']);
});

it.each([
  ['typewriter', true, ['typewriter 0.2', 'mistake 0.2']],
  ['typewriter', false, ['typewriter 0.2', 'typewriter 0.2']],
  ['off', true, ['mistake 0.2']],
] as const)(
  'with %s for keys and %s for mistakes, a correct and a wrong key play %j',
  (keySound, mistakeSound, played) => {
    const { heard, settings, sound } = open();
    settings.adopt({ keySound, mistakeSound, volume: 20 });
    sound.play(true);
    sound.play(false);
    expect(heard).toEqual(played);
  },
);

it('a sound that is being chosen is heard once it is loaded', async () => {
  const { heard, settings, sound } = open();
  settings.set('keySound', 'bubbles');
  await sound.sample(true);
  expect(heard).toEqual(['prepare bubbles', 'bubbles 0.7']);
});
