import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadedSounds, type Sounds } from './sounds';

const player = () => ({ prepare: vi.fn<Sounds['prepare']>(async () => {}), play: vi.fn<Sounds['play']>() });

beforeEach(() => void vi.stubGlobal('navigator', {}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('the player of sounds is loaded once, with the first that is needed', async () => {
  const loaded = player();
  const load = vi.fn(async () => loaded);
  const sounds = loadedSounds(load);
  expect(load).not.toHaveBeenCalled();
  await sounds.prepare(['classic']);
  await sounds.prepare(['mistake']);
  sounds.play('classic', 1);
  expect([load.mock.calls.length, loaded.prepare.mock.calls, loaded.play.mock.calls]).toEqual([
    1,
    [[['classic']], [['mistake']]],
    [['classic', 1]],
  ]);
});

it('a key that comes before the player is silent, and prepares its sound', async () => {
  const loaded = player();
  const sounds = loadedSounds(async () => loaded);
  sounds.play('classic', 1);
  await vi.waitFor(() => expect(loaded.prepare).toHaveBeenCalledWith(['classic']));
  expect(loaded.play).not.toHaveBeenCalled();
});

it('a player that fails to load is loaded again for the next text', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const loaded = player();
  const load = vi.fn(async () => loaded).mockRejectedValueOnce(new Error('404'));
  const sounds = loadedSounds(load);
  await sounds.prepare(['classic']);
  await sounds.prepare(['classic']);
  expect([load.mock.calls.length, loaded.prepare.mock.calls.length]).toEqual([2, 1]);
});
