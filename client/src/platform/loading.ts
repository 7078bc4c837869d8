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
 * Loads a script that the page requires. Waits while the server is unreachable. If the script is missing although the
 * server answers, an update of the site has removed it: the page reloads, once per page and version of the site.
 */
export async function loadScript<Module>(id: string, load: () => Promise<Module>): Promise<Module> {
  await loadable();
  try {
    return await Promise.race([load(), timeout()]);
  } catch (error) {
    console.error(error);
    // The script failed to run, and would fail again.
    if (isTooOld()) throw error;
    if (!(await server.check())) {
      await server.whenReachable();
      return loadScript(id, load);
    }
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
  await loadable();
  return load();
}

/**
 * Resolves once scripts can be loaded, because some browsers never retry `import()` of a script that failed once. A
 * service worker keeps them, also while the server is away: src/worker/.
 */
async function loadable(): Promise<void> {
  if (!navigator.serviceWorker?.controller) await server.whenReachable();
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
