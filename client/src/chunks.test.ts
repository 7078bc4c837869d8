import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChunkError, loadChunk } from './chunks';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage, location: { reload } });
  reload.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const gone = () => Promise.reject(new Error('404'));
const onItsWay = () => new Promise<never>(() => {});

it('a script that does not come within two minutes counts as gone', async () => {
  void loadChunk('About', onItsWay);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();
});

it('a script that is gone reloads the page once; the second time it is an error that names it', async () => {
  void loadChunk('About', gone);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
  await expect(loadChunk('About', gone)).rejects.toEqual(new ChunkError('About'));
  expect(reload).toHaveBeenCalledOnce();
});

it('a script that is back is loaded, and may be gone again', async () => {
  void loadChunk('About', gone);
  await vi.advanceTimersByTimeAsync(0);
  expect(await loadChunk('About', async () => 'the screen')).toBe('the screen');
  void loadChunk('About', gone);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});
