import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screens } from '../app/screens';
import { arrival, ChunkError, loadChunk, loadExtra } from './chunks';

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

/** A server that answers or does not, and what tells it. */
function server(isThere = true) {
  let tell = () => {};
  let back = Promise.resolve();
  const away = () => {
    back = new Promise((resolve) => {
      tell = resolve;
    });
  };
  return {
    check: vi.fn(async () => {
      if (!isThere) away();
      return isThere;
    }),
    back: () => back,
    lose() {
      isThere = false;
      away();
    },
    comeBack() {
      isThere = true;
      tell();
    },
  };
}

const gone = () => Promise.reject(new Error('404'));
const onItsWay = () => new Promise<never>(() => {});

it('a script that does not come within two minutes counts as gone', async () => {
  void loadChunk('About', onItsWay, server());
  await vi.advanceTimersByTimeAsync(119_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();
});

it('a script that is gone reloads the page once; the second time it is an error that names it', async () => {
  void loadChunk('About', gone, server());
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
  await expect(loadChunk('About', gone, server())).rejects.toEqual(new ChunkError('About'));
  expect(reload).toHaveBeenCalledOnce();
});

it('a script that is back is loaded, and may be gone again', async () => {
  void loadChunk('About', gone, server());
  await vi.advanceTimersByTimeAsync(0);
  expect(await loadChunk('About', async () => 'the screen', server())).toBe('the screen');
  void loadChunk('About', gone, server());
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('so it may where it came with the page that was reloaded for it', async () => {
  void loadChunk('es', gone, server());
  await vi.advanceTimersByTimeAsync(0);
  expect(await arrival('es', Promise.resolve('the words'))).toBe('the words');
  void loadChunk('About', gone, server());
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('a script that fails while the server is away reloads nothing, and is loaded when the server is back', async () => {
  const away = server(false);
  const load = vi.fn<() => Promise<string>>(gone);
  const screen = loadChunk('About', load, away);
  await vi.advanceTimersByTimeAsync(0);
  expect([away.check, load].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  load.mockImplementation(async () => 'the screen');
  away.comeBack();
  expect(await screen).toBe('the screen');
  expect(reload).not.toHaveBeenCalled();
});

it('one that still fails then reloads the page once, as any other', async () => {
  const away = server(false);
  void loadChunk('About', gone, away);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).not.toHaveBeenCalled();
  away.comeBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
});

it('a script is not asked for while the server is known to be away', async () => {
  const away = server();
  away.lose();
  const load = vi.fn(async () => 'the screen');
  const screen = loadChunk('About', load, away);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
  away.comeBack();
  expect(await screen).toBe('the screen');
});

it('what the page can do without is not asked for while the server does not answer, and had when it does', async () => {
  const away = server(false);
  const load = vi.fn(async () => 'the confetti');
  await expect(loadExtra(load, away)).rejects.toThrow('the server is away');
  expect(load).not.toHaveBeenCalled();
  away.comeBack();
  expect(await loadExtra(load, away)).toBe('the confetti');
});

it('nothing is reloaded for it where it is gone', async () => {
  await expect(loadExtra(gone, server())).rejects.toThrow('404');
  expect(reload).not.toHaveBeenCalled();
});

it('no two chunks share a name', () => {
  const folder = `${import.meta.dirname}/..`;
  const chunks = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(`${folder}/${file}`, 'utf8');
      const names = [...source.matchAll(/\b(?:loadChunk|arrival)\(\s*'(.+?)'/g)].map(([, name]) => name);
      // A file may load one chunk in two ways.
      return [...new Set(names)].map((name) => ({ name, file }));
    })
    .concat(Object.entries(screens).map(([path, { id }]) => ({ name: id, file: path })));
  expect(chunks.length).toBeGreaterThan(Object.keys(screens).length);
  const shared = chunks.filter(({ name, file }) => chunks.some((other) => other.name === name && other.file !== file));
  expect(shared).toEqual([]);
});
