import { isTooOld } from './support';

/** The time that a script may take to load, in milliseconds. */
const SCRIPT_TIMEOUT_MS = 120_000;

/** The server that the scripts come from. */
export interface ScriptServer {
  /** Returns whether it answers now. */
  check(): Promise<boolean>;
  /** Resolves when it answers again; at once unless it is known to be away. */
  whenReachable(): Promise<void>;
}

/** Set by the page; in tests, a server that always answers. */
let server: ScriptServer = { check: async () => true, whenReachable: async () => {} };

/** Sets the server. Scripts wait while it cannot be reached. */
export function loadFrom(scriptServer: ScriptServer): void {
  server = scriptServer;
}

/** The error when the script `id` cannot be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(readonly id: string) {
    super(id);
  }
}

/**
 * Loads a script that the page requires. If it is missing although the server answers, an update of the site has removed
 * it: the page reloads, once per page and version of the site.
 */
export async function loadScript<Module>(id: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await loadExtra(() => Promise.race([load(), timeout()]));
  } catch (error) {
    console.error(error);
    // The script failed to run, and would fail again.
    if (isTooOld()) throw error;
    // The history entry outlives the reload, even where storage is blocked.
    const { state } = window.history;
    if (state?.reloaded === version()) throw new ChunkError(id);
    window.history.replaceState({ ...state, reloaded: version() }, '');
    window.location.reload();
    return new Promise<Module>(() => {});
  }
}

/** Loads an optional script: the page does not reload if it is missing. Waits while the server is unreachable. */
export async function loadExtra<Module>(load: () => Promise<Module>): Promise<Module> {
  // Before the import, because some browsers never retry `import()` of a script that failed once. A service worker keeps
  // scripts, also while the server is away: src/worker/.
  if (!navigator.serviceWorker?.controller) await server.whenReachable();
  try {
    return await load();
  } catch (error) {
    if (isTooOld() || (await server.check())) throw error;
    await server.whenReachable();
    return loadExtra(load);
  }
}

/** A part of the page, such as a screen, that is loaded when it is first needed. */
export class Script<Part> {
  /** Undefined until it is loaded. */
  part: Part | undefined;
  private loading: Promise<Part> | undefined;

  /** @param fetch Loads the part; called again after a failure. */
  constructor(private readonly fetch: () => Promise<Part>) {}

  async load(): Promise<Part> {
    this.loading ??= this.fetch();
    try {
      this.part = await this.loading;
      return this.part;
    } catch (error) {
      this.loading = undefined;
      throw error;
    }
  }
}

/** The version of the site: the address of the page's own script, which changes with every other script. */
function version(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the script took too long')), SCRIPT_TIMEOUT_MS);
  });
}
