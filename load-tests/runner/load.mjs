/**
 * `make load`: runs one script of load-tests/k6 against the site at BASE, or against a site that it starts.
 *
 *   SCRIPT     smoke (the default), races, spike, soak, api, reconnect, polling or cluster
 *   BASE       the address of a site; its users are created with DATABASE_URL and COLIBRI_JWT_KEY, or read from USERS
 *   SHAPE      the site that is started without BASE: one (the default), two or three (the default of cluster)
 *   RACERS     and the other variables of the script
 *   KILL_S     cluster without BASE: the seconds after which an engine is killed
 *
 * Exits with k6's status.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findK6, runK6 } from './k6.mjs';
import { startSite } from './site.mjs';

/** The default number of racers, as in the scripts. */
const RACERS = { smoke: 2, races: 10, spike: 100, soak: 100, api: 10, reconnect: 10, polling: 10, cluster: 50 };
/** By then, all rooms race. */
const KILL_S = 40;

const colibri = path.resolve(process.argv[2]);
const { SCRIPT: script = 'smoke', BASE: base, SHAPE: shape = script === 'cluster' ? 'three' : 'one' } = process.env;
if (!RACERS[script]) fail(`SCRIPT=${script} is not one of ${Object.keys(RACERS).join(', ')}`);
const nRacers = Number(process.env.RACERS ?? RACERS[script]);
const room = Number(process.env.ROOM ?? (script === 'smoke' ? 2 : 5));
const nUsers = nRacers + room;
const k6 = findK6();

process.exitCode = await (base ? onGivenSite() : onOwnSite());

async function onOwnSite() {
  // A room whose seats are not all taken would wait for others.
  const settings = { COLIBRI_ROOM_CAPACITY: String(room) };
  const site = await startSite({ colibri, shape, nUsers, settings });
  try {
    const env = {
      BASE: site.base,
      ENGINES: (script === 'cluster' ? site.engines : (site.behind ?? site.engines)).join(','),
      METRICS: site.metrics.join(','),
      USERS: site.users,
      ROOM: room,
    };
    const run = runK6(k6, script, env);
    stopWithUs(run);
    if (script === 'cluster') setTimeout(() => kill(site, 'engine1'), Number(process.env.KILL_S ?? KILL_S) * 1000);
    return await run.end;
  } finally {
    await site.stop();
  }
}

function kill(site, name) {
  console.log(`kill -9 ${site.processes.get(name).pid} (${name})`);
  site.kill(name);
}

async function onGivenSite() {
  const dir = mkdtempSync(path.join(tmpdir(), 'colibri-load-'));
  try {
    const users = process.env.USERS ? path.resolve(process.env.USERS) : makeUsers(dir);
    const run = runK6(k6, script, { USERS: users, ROOM: room });
    stopWithUs(run);
    return await run.end;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function makeUsers(dir) {
  if (!process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE)
    fail(`For users of ${base}, set DATABASE_URL and COLIBRI_JWT_KEY to that site's, or USERS to the output of
\`colibri load-users --count ${nUsers}\` where the site runs.`);
  const users = path.join(dir, 'users.jsonl');
  try {
    const options = { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 30 };
    writeFileSync(users, execFileSync(colibri, ['load-users', '--count', String(nUsers)], options));
  } catch (error) {
    process.exit(error.status ?? 1);
  }
  return users;
}

/**
 * Keeps this process alive until k6 has ended and the data is removed. Ctrl-C reaches k6 directly; SIGTERM is
 * forwarded.
 */
function stopWithUs(run) {
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => run.stop());
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
