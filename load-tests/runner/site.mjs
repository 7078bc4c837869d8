/** Sites for load tests, in three shapes, each with its own database, which is removed afterwards. */

import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, start } from './processes.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The shapes of a site, by name. */
export const SHAPES = {
  one: { title: 'one process', short: 'one process', engines: 0 },
  two: { title: 'one engine and one api', short: '1 engine, 1 api', engines: 1 },
  three: { title: 'three engines and one api behind HAProxy', short: '3 engines', engines: 3 },
  stadium: { title: 'eight engines and one api behind HAProxy', short: '8 engines', engines: 8 },
};

/** Settings for load tests. All racers have one address, so the limits are off. */
const FOR_LOAD = {
  COLIBRI_LISTEN: '127.0.0.1:0',
  COLIBRI_RATE_LIMITS: 'off',
  COLIBRI_CONNECTIONS_PER_ADDRESS: '0',
  COLIBRI_PAYMENTS: 'simulator',
  COLIBRI_LOG_FORMAT: 'text',
  NO_COLOR: '1',
};

/**
 * Starts a site, and creates its users.
 *
 * @param {{colibri: string, shape: keyof SHAPES, nUsers: number, settings?: Record<string, string>}} wanted
 * @returns {Promise<object>} `base`, the address of the site; `engines`, the addresses for sockets; `users`, the file of users;
 *   `processes`, by name; `metrics`, the addresses of their metrics; `kill(name)`; `stop()`
 */
export async function startSite({ colibri, shape, nUsers, settings = {} }) {
  const dir = mkdtempSync(path.join(tmpdir(), 'colibri-load-'));
  // If this process runs as root, the private Postgres runs under another account.
  chmodSync(dir, 0o755);
  const file = (name) => path.join(dir, name);
  const started = [];
  const stop = async () => {
    for (const { process } of started.toReversed()) await process.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  const run = async (name, command, env, ready) => {
    const log = (line) => appendFileSync(file(`${name}.log`), `${line}\n`);
    const process = await start(command, { env: { ...clean(), ...env }, ready, log });
    started.push({ name, process });
    return process;
  };
  const serve = async (name, env) => {
    const own = {
      COLIBRI_DATA_DIR: file(name),
      COLIBRI_POSTGRES_BIN: postgresBin(colibri),
      ...FOR_LOAD,
      ...env,
      ...settings,
    };
    const { found } = await run(name, [colibri, 'serve'], own, /Colibri is at (\S+)/);
    return found[1].replace('localhost', '127.0.0.1');
  };
  try {
    const site = await (SHAPES[shape].engines === 0 ? one : several)({ colibri, shape, file, run, serve });
    const data = { COLIBRI_DATA_DIR: file(site.home), COLIBRI_POSTGRES_BIN: postgresBin(colibri) };
    const env = { ...clean(), ...data };
    const load = () => execFileSync(colibri, ['load-users', '--count', String(nUsers)], { env, maxBuffer: 2 ** 30 });
    const users = nUsers > 0 ? load() : '';
    writeFileSync(file('users.jsonl'), users);
    const processes = new Map(started.map(({ name, process }) => [name, process]));
    const kill = (name) => processes.get(name).stop('SIGKILL');
    return { ...site, dir, postgresBin: postgresBin(colibri), users: file('users.jsonl'), processes, kill, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function one({ serve }) {
  const base = await serve('colibri', {});
  return { home: 'colibri', base, engines: [base], metrics: [`${base}/metrics`] };
}

async function several({ colibri, shape, file, run, serve }) {
  const nats = `nats://127.0.0.1:${await freePort()}`;
  const program = execFileSync(path.join(ROOT, 'scripts/tool'), ['nats-server'], { encoding: 'utf8' }).trim();
  await run(
    'nats',
    [program, '-js', '-sd', file('nats-store'), '-a', '127.0.0.1', '-p', nats.split(':')[2]],
    {},
    /Server is ready/,
  );
  const api = await serve('api', { COLIBRI_TARGET: 'api', NATS_URL: nats });
  const env = { ...clean(), COLIBRI_DATA_DIR: file('api') };
  writeFileSync(file('public.pem'), execFileSync(colibri, ['keys', 'public'], { env }));
  const engines = [];
  for (let number = 1; number <= SHAPES[shape].engines; number++)
    engines.push(
      await serve(`engine${number}`, {
        COLIBRI_TARGET: 'engine',
        NATS_URL: nats,
        COLIBRI_JWT_PUBLIC_KEY: file('public.pem'),
      }),
    );
  const metrics = [api, ...engines].map((address) => `${address}/metrics`);
  if (engines.length === 1) return { home: 'api', base: api, engines, metrics };
  const base = await balance({ api, engines, run });
  return { home: 'api', base, engines, behind: [base], metrics };
}

async function balance({ api, engines, run }) {
  const host = (address) => address.replace('http://', '');
  const [bind, stats] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const env = { BIND: bind, STATS_BIND: stats, API_1: host(api), CONNECTIONS_PER_ADDRESS: '100000' };
  engines.forEach((address, index) => {
    env[`ENGINE_${index + 1}`] = host(address);
  });
  await run(
    'haproxy',
    ['haproxy', '-W', '-f', path.join(ROOT, 'deploy/haproxy/haproxy.cfg')],
    env,
    /Loading success|New worker/,
  );
  const base = `http://${bind}`;
  for (;;) {
    const ready = await fetch(`${base}/readyz`).catch(() => undefined);
    if (ready?.ok) return base;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns the environment without another site's settings, so that no users are added to that site's database. */
function clean() {
  const others = /^(COLIBRI_|NATS_|PAYPAL_|DATABASE_URL|SMTP_URL)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name)));
}

let programs;
function postgresBin(colibri) {
  programs ??= execFileSync(colibri, ['postgres-bin'], { encoding: 'utf8' }).trim();
  return programs;
}
