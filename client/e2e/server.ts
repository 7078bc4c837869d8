import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Countdowns short enough for tests and long enough to be seen. */
const WAITING_MS = 4000;
const COUNTDOWN_MS = 1500;

/** A `colibri serve` of its own: a free port, an empty database, its data gone afterwards. */
export class Server {
  private constructor(
    readonly url: string,
    private process: ChildProcess,
    private readonly env: NodeJS.ProcessEnv,
    private readonly dataDir: string,
  ) {}

  /** Starts the binary that COLIBRI_BINARY names and waits until it says where it listens. */
  static async start(settings: Record<string, string> = {}): Promise<Server> {
    const dataDir = await mkdtemp(join(tmpdir(), 'colibri-e2e-'));
    // Root's Postgres runs as somebody else; a directory closed to that user would move its files out of here.
    await chmod(dataDir, 0o755);
    const env = {
      ...process.env,
      COLIBRI_LISTEN: '127.0.0.1:0',
      COLIBRI_DATA_DIR: dataDir,
      COLIBRI_WAITING_MS: String(WAITING_MS),
      COLIBRI_COUNTDOWN_MS: String(COUNTDOWN_MS),
      COLIBRI_RATE_LIMITS: 'off',
      COLIBRI_LOG_FORMAT: 'json',
      ...settings,
    };
    const { url, child } = await serve(env);
    return new Server(url, child, env, dataDir);
  }

  /** Ends it as a power cut does: it says goodbye to nobody. */
  async kill(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }

  /** Starts it anew after {@link kill}, at the same address, with what its database kept. */
  async startAgain(): Promise<void> {
    const { child } = await serve({ ...this.env, COLIBRI_LISTEN: `127.0.0.1:${new URL(this.url).port}` });
    this.process = child;
  }

  /** Makes an account an admin's, as an operator does while the site runs. */
  async grantAdmin(username: string): Promise<void> {
    await this.run('admin', 'grant', username);
  }

  async revokeAdmin(username: string): Promise<void> {
    await this.run('admin', 'revoke', username);
  }

  /** Asks it to stop, as an operator would, and waits until it did. */
  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGINT');
    // The second time means: at once, whatever still races.
    this.process.kill('SIGTERM');
    await ended;
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async run(...words: string[]): Promise<void> {
    const command = spawn(binary(), words, {
      stdio: 'ignore',
      env: { ...process.env, COLIBRI_DATA_DIR: this.dataDir },
    });
    const [code] = await once(command, 'exit');
    if (code !== 0) throw new Error(`colibri ${words.join(' ')} ended with ${code}`);
  }
}

/** Runs it, and waits until it says where it listens. */
async function serve(env: NodeJS.ProcessEnv): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(binary(), ['serve'], { stdio: ['ignore', 'ignore', 'pipe'], env });
  const log: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line);
      const found = /Colibri is at (http:\/\/[^\s"]+)/.exec(line);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`colibri ended with ${code}:\n${log.join('\n')}`)));
  });
  return { url, child };
}

function binary(): string {
  return process.env.COLIBRI_BINARY ?? '../target/debug/colibri';
}
