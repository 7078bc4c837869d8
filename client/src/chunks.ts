import { browserStorage } from './stores/storage';

/** How long the script of a screen may take, in milliseconds. */
const CHUNK_TIMEOUT_MS = 120_000;

const tabStorage = browserStorage(() => window.sessionStorage);

/** The script of the screen `id` could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(readonly id: string) {
    super(id);
  }
}

/**
 * Loads the script of a screen. After an update of the site the old scripts are gone, so a failure reloads the page
 * once; only a second one is an error.
 */
export async function loadChunk<Module>(id: string, load: () => Promise<Module>): Promise<Module> {
  try {
    const module = await Promise.race([load(), timeout()]);
    // Another script that is here does not mean that the one that was missing is.
    if (tabStorage.get('chunk') === id) tabStorage.remove('chunk');
    return module;
  } catch (error) {
    console.error(error);
    if (tabStorage.get('chunk') === null) {
      tabStorage.set('chunk', id);
      window.location.reload();
      return new Promise<Module>(() => {});
    }
    tabStorage.remove('chunk');
    throw new ChunkError(id);
  }
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the script took too long')), CHUNK_TIMEOUT_MS);
  });
}
