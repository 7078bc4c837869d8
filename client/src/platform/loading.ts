import { browserStorage } from './storage';

/** The time that a script may take to load, in milliseconds. */
const SCRIPT_TIMEOUT_MS = 120_000;

const tabStorage = browserStorage(() => window.sessionStorage);

/** The server of the scripts. */
export interface ScriptServer {
  /** Asks whether it answers now. */
  check(): Promise<boolean>;
  /** Resolves when it answers again; at once unless it is known to be away. */
  back(): Promise<void>;
}

/** The script `id` could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(readonly id: string) {
    super(id);
  }
}

/**
 * Loads a script that the page cannot do without. While the server is away, it waits. A script that is missing although the
 * server is there was removed by an update of the site: the page is reloaded for it, once in each version of the site.
 */
export async function loadScript<Module>(
  id: string,
  load: () => Promise<Module>,
  server: ScriptServer,
): Promise<Module> {
  // First, because some browsers answer `import()` of a script that failed once with the same failure again.
  await server.back();
  try {
    return await Promise.race([load(), timeout()]);
  } catch (error) {
    console.error(error);
    if (!(await server.check())) return loadScript(id, load, server);
    if (tabStorage.get('reloaded') === version()) throw new ChunkError(id);
    tabStorage.set('reloaded', version());
    window.location.reload();
    return new Promise<Module>(() => {});
  }
}

/**
 * Loads a script that the page can do without: where it fails, the page is not reloaded. The server is asked first, so
 * that a script that is wanted just when the network goes can still be loaded later.
 */
export async function loadExtra<Module>(load: () => Promise<Module>, server: ScriptServer): Promise<Module> {
  if (!(await server.check())) throw new Error('the server is away');
  return load();
}

/** A part of the page that is loaded when it is first needed, such as a screen. */
export class Script<Part> {
  /** Undefined until it is loaded. */
  part: Part | undefined;
  #loading: Promise<Part> | undefined;
  readonly #fetch: (server: ScriptServer) => Promise<Part>;

  /** @param fetch Loads the part; called again after it failed. */
  constructor(fetch: (server: ScriptServer) => Promise<Part>) {
    this.#fetch = fetch;
  }

  async load(server: ScriptServer): Promise<Part> {
    this.#loading ??= this.#fetch(server);
    try {
      this.part = await this.#loading;
      return this.part;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}

/** The version of the site that the page is of: the page's own script has a name that changes with any other. */
function version(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the script took too long')), SCRIPT_TIMEOUT_MS);
  });
}
