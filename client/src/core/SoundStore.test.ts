import { expect, it } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { SoundStore } from './SoundStore';

/** Sounds that are recorded instead of played. */
function listen() {
  const heard: string[] = [];
  const hear = (sound: string) => () => void heard.push(sound);
  return { heard, sounds: { prepare: hear('prepare'), correct: hear('correct'), wrong: hear('wrong') } };
}

it('correct and wrong keys have sounds unless muted; keys that type nothing never do', () => {
  const { heard, sounds } = listen();
  const store = new SoundStore(memoryStorage(), sounds);
  store.play(true);
  store.play(null);
  store.play(false);
  store.toggle();
  store.play(true);
  store.play(false);
  expect([heard, store.isOn]).toEqual([['correct', 'wrong'], false]);
});

it('muting and unmuting are remembered', () => {
  const storage = memoryStorage();
  const { sounds } = listen();
  new SoundStore(storage, sounds).toggle();
  const next = new SoundStore(storage, sounds);
  expect([next.isOn, storage.get('audio')]).toEqual([false, 'false']);
  next.toggle();
  expect([new SoundStore(storage, sounds).isOn, storage.get('audio')]).toEqual([true, 'true']);
});

it('muting and unmuting in another window apply here', () => {
  const storage = memoryStorage();
  const [here, there] = [new SoundStore(storage, listen().sounds), new SoundStore(storage, listen().sounds)];
  there.toggle();
  here.follow();
  expect(here.isOn).toBe(false);
  here.toggle();
  there.follow();
  expect([there.isOn, storage.get('audio')]).toEqual([true, 'true']);
});

it('an unknown stored value mutes nothing', () => {
  expect(new SoundStore(memoryStorage({ audio: 'loud' }), listen().sounds).isOn).toBe(true);
});

it('sounds are loaded before typing, unless they are muted', () => {
  const { heard, sounds } = listen();
  const store = new SoundStore(memoryStorage(), sounds);
  store.prepare();
  store.toggle();
  store.prepare();
  expect(heard).toEqual(['prepare']);
});
