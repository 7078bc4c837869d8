import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { databaseUrl, runSql } from './postgres';

/** The texts that a server has. Races are typed key by key, so most tests use short ones. */
export type Texts = 'short' | 'long' | 'accents';

/** Countdowns short enough for tests and long enough to be seen. */
const WAITING_MS = 1500;
const COUNTDOWN_MS = 1000;

/** Rooms that start when two racers are in, and wait for the second one longer than any test takes. */
export const ROOMS_OF_TWO = { COLIBRI_ROOM_CAPACITY: '2', COLIBRI_WAITING_MS: '60000' };

/** A `colibri serve` on a free port, with a fresh database, whose data is removed afterwards. */
export class Server {
  private constructor(
    readonly url: string,
    private process: ChildProcess,
    private readonly env: Record<string, string>,
    private readonly dataDir: string,
  ) {}

  /** Starts the binary named by COLIBRI_BINARY on a copy of the database with these texts. */
  static async start(settings: Record<string, string> = {}, texts: Texts = 'short'): Promise<Server> {
    const socketDir = process.env.COLIBRI_E2E_POSTGRES;
    if (!socketDir) throw new Error('the Postgres of the tests does not run');
    const database = `server_${randomUUID()}`;
    await runSql(socketDir, 'colibri', [`CREATE DATABASE "${database}" TEMPLATE ${texts}`]);
    return Server.startIn(await makeDir(), { DATABASE_URL: databaseUrl(socketDir, database), ...settings });
  }

  /** Starts it with its own Postgres. */
  static async startWithPostgres(): Promise<Server> {
    return Server.startIn(await makeDir(), {});
  }

  private static async startIn(dataDir: string, settings: Record<string, string>): Promise<Server> {
    const env = {
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

  /** The folder with the socket of its own Postgres. */
  get socketDir(): string {
    return join(this.dataDir, 'postgres', 'socket');
  }

  /** Runs statements on its database, for what no call can do, such as an account of last week. */
  async runSql(...statements: string[]): Promise<void> {
    const { DATABASE_URL, COLIBRI_E2E_POSTGRES } = { ...process.env, ...this.env };
    await runSql(COLIBRI_E2E_POSTGRES ?? '', new URL(DATABASE_URL ?? '').pathname.slice(1), statements);
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }

  /** Removes the stored races, as on a new disk. */
  async forgetRooms(): Promise<void> {
    await rm(join(this.dataDir, 'rooms.redb'));
  }

  /** Restarts it after {@link kill}, at the same address and with the same database, and with these other settings. */
  async startAgain(settings: Record<string, string> = {}): Promise<void> {
    const { child } = await serve({ ...this.env, ...settings, COLIBRI_LISTEN: `127.0.0.1:${new URL(this.url).port}` });
    this.process = child;
  }

  /** Makes a user an admin, as an operator does while the site runs. */
  async grantAdmin(username: string): Promise<void> {
    await colibri(['admin', 'grant', username], this.env);
  }

  async revokeAdmin(username: string): Promise<void> {
    await colibri(['admin', 'revoke', username], this.env);
  }

  /** Stops it as an operator would, and waits until it has stopped. */
  async stop(): Promise<void> {
    // Unless it was killed.
    if (this.process.signalCode === null) {
      const ended = once(this.process, 'exit');
      this.process.kill('SIGINT');
      // The second signal stops it at once, even during races.
      this.process.kill('SIGTERM');
      await ended;
    }
    const { COLIBRI_E2E_POSTGRES: socketDir } = process.env;
    const { DATABASE_URL: url } = this.env;
    if (socketDir && url)
      await runSql(socketDir, 'colibri', [`DROP DATABASE "${new URL(url).pathname.slice(1)}" WITH (FORCE)`]);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Runs another command of the binary to its end. */
export async function colibri(words: string[], env: Record<string, string>): Promise<void> {
  const command = spawn(binary(), words, { stdio: 'ignore', env: environment(env) });
  const [code] = await once(command, 'exit');
  if (code !== 0) throw new Error(`colibri ${words.join(' ')} ended with ${code}`);
}

/**
 * Creates a directory for a server's data, in memory if there is plenty: a copy of a database is hundreds of files, which
 * take a tenth of the time there. It ignores TMPDIR, because paths of sockets must be short.
 */
async function makeDir(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  const hasPlenty = memory !== undefined && memory.bavail * memory.bsize >= 4 * 2 ** 30;
  const dir = await mkdtemp(hasPlenty ? '/dev/shm/colibri-e2e-' : '/tmp/colibri-e2e-');
  // As root, Postgres runs as another user, whose files would be moved out of a directory closed to that user.
  await chmod(dir, 0o755);
  return dir;
}

/** A running program, and the address that it has printed. */
export interface Served {
  url: string;
  child: ChildProcess;
}

function serve(env: Record<string, string>): Promise<Served> {
  return listening(binary(), ['serve'], environment(env));
}

/** Runs a program, and waits until it prints its address. */
export async function listening(program: string, words: string[], env: NodeJS.ProcessEnv): Promise<Served> {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const log: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line);
      const found = / is at (http:\/\/[^\s"]+)/.exec(line);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${log.join('\n')}`)));
  });
  return { url, child };
}

/** This environment, with `settings` in place of the server settings in it, such as those of a developer's own site. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const isSetting = /^(COLIBRI|DATABASE|NATS|PAYPAL|SMTP)_/;
  const kept = Object.entries(process.env).filter(([name]) => name === 'COLIBRI_POSTGRES_BIN' || !isSetting.test(name));
  return { ...Object.fromEntries(kept), ...settings };
}

export function binary(): string {
  return process.env.COLIBRI_BINARY ?? '../target/debug/colibri';
}
