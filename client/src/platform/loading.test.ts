import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadExtra, loadFrom, loadScript, Script } from './loading';

const reload = vi.fn();
/** The page's own script. */
const page = { src: '' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const history = {
    state: null as object | null,
    replaceState: (state: object) => {
      history.state = state;
    },
  };
  page.src = '/client.1.js';
  vi.stubGlobal('window', { history, location: { reload } });
  vi.stubGlobal('document', { querySelector: () => page });
  vi.stubGlobal('CSS', { highlights: {} });
  vi.stubGlobal('navigator', {});
  reload.mockReset();
  setServer();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Sets a server that can be switched on and off. */
function setServer(isThere = true) {
  let tell = () => {};
  let back = Promise.resolve();
  const away = () => {
    back = new Promise((resolve) => {
      tell = resolve;
    });
  };
  const server = {
    check: vi.fn(async () => {
      if (!isThere) away();
      return isThere;
    }),
    whenReachable: () => back,
    lose() {
      isThere = false;
      away();
    },
    comeBack() {
      isThere = true;
      tell();
    },
  };
  loadFrom(server);
  return server;
}

const gone = () => Promise.reject(new Error('404'));
const onItsWay = () => new Promise<never>(() => {});

it('a script that does not arrive within two minutes counts as missing', async () => {
  void loadScript('About', onItsWay);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();
});

it('a script missing from another version of the site reloads the page again', async () => {
  void loadScript('About', gone);
  await vi.advanceTimersByTimeAsync(0);
  page.src = '/client.2.js';
  void loadScript('About', gone);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('a script that fails while the server is away is loaded when it is back', async () => {
  const away = setServer(false);
  const load = vi.fn<() => Promise<string>>(gone);
  const screen = loadScript('About', load);
  await vi.advanceTimersByTimeAsync(0);
  expect([away.check, load].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  load.mockImplementation(async () => 'the screen');
  away.comeBack();
  expect(await screen).toBe('the screen');
  expect(reload).not.toHaveBeenCalled();
});

it('a script that is still missing when the server is back reloads the page once', async () => {
  const away = setServer(false);
  void loadScript('About', gone);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).not.toHaveBeenCalled();
  away.comeBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
});

it('a script is not requested while the server is known to be away', async () => {
  const away = setServer();
  away.lose();
  const load = vi.fn(async () => 'the screen');
  const screen = loadScript('About', load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
  away.comeBack();
  expect(await screen).toBe('the screen');
});

it('a script that a service worker keeps is loaded while the server is away', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  const away = setServer();
  away.lose();
  expect(await loadScript('About', async () => 'the screen')).toBe('the screen');
  expect(await loadExtra(async () => 'the review')).toBe('the review');
});

it('a script that a service worker does not keep is loaded when the server is back', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  const away = setServer(false);
  const load = vi.fn<() => Promise<string>>(gone);
  const screen = loadScript('About', load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledOnce();
  load.mockImplementation(async () => 'the screen');
  away.comeBack();
  expect(await screen).toBe('the screen');
});

it('an optional script is requested without a check, once the server is back', async () => {
  const away = setServer();
  away.lose();
  const load = vi.fn(async () => 'the review');
  const loading = loadExtra(load);
  await vi.advanceTimersByTimeAsync(1000);
  expect(load).not.toHaveBeenCalled();
  away.comeBack();
  expect(await loading).toBe('the review');
  expect(away.check).not.toHaveBeenCalled();
});

it('a missing optional script does not reload the page', async () => {
  await expect(loadExtra(gone)).rejects.toThrow('404');
  expect(reload).not.toHaveBeenCalled();
});

it('a part is loaded once, however often it is needed', async () => {
  const fetch = vi.fn(async () => 'the part');
  const script = new Script(fetch);
  expect(script.part).toBeUndefined();
  const loads = [script.load(), script.load()];
  expect(await Promise.all(loads)).toEqual(['the part', 'the part']);
  expect(script.part).toBe('the part');
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('a part that failed is loaded again when it is needed again', async () => {
  const fetch = vi.fn<() => Promise<string>>(gone);
  const script = new Script(fetch);
  await expect(script.load()).rejects.toThrow('404');
  fetch.mockImplementation(async () => 'the part');
  expect(await script.load()).toBe('the part');
});

it('a script that fails in a browser that is too old is an error at once, without a reload', async () => {
  vi.stubGlobal('CSS', {});
  const error = new ReferenceError('Highlight is not defined');
  await expect(loadScript('Race', () => Promise.reject(error))).rejects.toBe(error);
  expect(reload).not.toHaveBeenCalled();
});
