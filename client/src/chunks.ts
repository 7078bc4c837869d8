import { browserStorage } from './stores/storage';
import { strings } from './strings';

/** How long the script of a screen may take, in milliseconds. */
const CHUNK_TIMEOUT_MS = 120_000;

const tabStorage = browserStorage(() => window.sessionStorage);

/** A screen's script could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Loads the script of a screen. After an update of the site the old scripts are gone, so a failure reloads the page
 * once; only a second one is an error, in the contract's words.
 */
export async function loadChunk<Module>(id: string, load: () => Promise<Module>): Promise<Module> {
  try {
    const module = await Promise.race([load(), timeout()]);
    tabStorage.remove('chunk');
    return module;
  } catch (error) {
    console.error(error);
    if (tabStorage.get('chunk') === null) {
      tabStorage.set('chunk', id);
      window.location.reload();
      return new Promise<Module>(() => {});
    }
    tabStorage.remove('chunk');
    throw new ChunkError(strings.errors.chunk(id));
  }
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the script took too long')), CHUNK_TIMEOUT_MS);
  });
}
