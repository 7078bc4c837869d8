import { browserStorage } from './storage';

/** How long the script of a screen may take, in milliseconds. */
const CHUNK_TIMEOUT_MS = 120_000;

const tabStorage = browserStorage(() => window.sessionStorage);

/** Where scripts come from. */
export interface ScriptServer {
  /** Whether it answers now. */
  check(): Promise<boolean>;
  /** Until it answers again; at once unless it is known not to. */
  back(): Promise<void>;
}

/** The script of the screen `id` could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(readonly id: string) {
    super(id);
  }
}

/**
 * Loads the script of a screen. After an update of the site the old scripts are gone, so a failure reloads the page
 * once; only a second one is an error. While it is the server that is gone, a reload would be the end of the page: what
 * is asked for then waits until it is back.
 */
export async function loadChunk<Module>(
  id: string,
  load: () => Promise<Module>,
  server: ScriptServer,
): Promise<Module> {
  // Before anything is asked for: Parcel's `import()` answers a script that once failed with that failure for ever.
  await server.back();
  try {
    return await arrival(id, Promise.race([load(), timeout()]));
  } catch (error) {
    console.error(error);
    if (!(await server.check())) return loadChunk(id, load, server);
    if (tabStorage.get('chunk') === null) {
      tabStorage.set('chunk', id);
      window.location.reload();
      return new Promise<Module>(() => {});
    }
    tabStorage.remove('chunk');
    throw new ChunkError(id);
  }
}

/** Waits for the script `id`. Once it is here, the page may be reloaded again for one that is missing. */
export async function arrival<Module>(id: string, loading: Promise<Module>): Promise<Module> {
  const module = await loading;
  // Another script that is here does not mean that the one that was missing is.
  if (tabStorage.get('chunk') === id) tabStorage.remove('chunk');
  return module;
}

/**
 * Loads a script that the page can do without, and is not reloaded for. So that one which is needed in the moment in
 * which the network goes can be had later, the server is asked first; while it is away, this is an error.
 */
export async function loadExtra<Module>(load: () => Promise<Module>, server: ScriptServer): Promise<Module> {
  if (!(await server.check())) throw new Error('the server is away');
  return load();
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the script took too long')), CHUNK_TIMEOUT_MS);
  });
}
