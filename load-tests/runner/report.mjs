/**
 * `make load-report`: measures three shapes of a site with increasing numbers of racers, and runs each script once, on
 * this machine. Writes docs/load-report.md, and the figures to target/load-report/figures.json.
 *
 *   PARTS    the parts to measure anew, from the shapes one, two and three and the scripts; all by default, none
 *            with PARTS=none. The other figures are kept from the previous run
 *   LADDER   the racers of each step                      100,250,500,750,1000
 *   RACERS   the racers of spike and soak                 1000 for the spike, 300 for the soak
 *   SOAK     the duration of the soak                     10m
 *   WPM      words per minute of the slowest racers       60
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findK6, runK6 } from './k6.mjs';
import { markdown } from './markdown.mjs';
import { ROOT, SHAPES, startSite } from './site.mjs';
import { Watch } from './watch.mjs';

const ROOM = 5;
/** By then, all rooms of the cluster race. */
const KILL_S = 40;

const { LADDER = '100,250,500,750,1000', SOAK = '10m', WPM = '60', RACERS } = process.env;
const SCRIPTS = {
  smoke: { room: 2, racers: 2 },
  races: { racers: 100 },
  spike: { racers: Number(RACERS ?? 1000), env: { HOLD: '1m' } },
  soak: { racers: Number(RACERS ?? 300), env: { DURATION: SOAK } },
  api: { racers: 10, env: { RATE: 5, DURATION: '1m', VISITORS: 100 } },
  reconnect: { racers: 100 },
  polling: { racers: 100 },
  cluster: { racers: 100, shape: 'three', kills: 'engine1' },
};
const everything = [...Object.keys(SHAPES), ...Object.keys(SCRIPTS)];
const parts = process.env.PARTS ? process.env.PARTS.split(',').filter((part) => part !== 'none') : everything;
const unknown = parts.find((part) => !everything.includes(part));
if (unknown) throw new Error(`PARTS has ${unknown}, which is not one of ${everything.join(', ')}`);

const colibri = path.resolve(process.argv[2]);
const target = path.resolve(process.argv[3], 'load-report');
mkdirSync(target, { recursive: true });
const file = path.join(target, 'figures.json');
const k6 = findK6();
const figures = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { ladder: [], scripts: {} };
figures.machine = machine();

for (const part of parts) {
  if (!SHAPES[part]) {
    const { room = ROOM, racers, shape = 'one', env = {}, kills } = SCRIPTS[part];
    figures.scripts[part] = await measure({ script: part, shape, room, racers, env, kills });
  } else {
    figures.ladder = figures.ladder.filter(({ shape }) => shape !== part);
    for (const racers of LADDER.split(',').map(Number))
      figures.ladder.push(await measure({ script: 'races', shape: part, room: ROOM, racers, env: {} }));
  }
  write();
}
write();

function write() {
  writeFileSync(file, JSON.stringify(figures, null, 1));
  writeFileSync(path.join(ROOT, 'docs/load-report.md'), markdown(figures));
}

/** Runs a script against a fresh site, and measures the processes while it runs. */
async function measure({ script, shape, room, racers, env, kills }) {
  console.log(`\n${script}: ${racers} racers, ${SHAPES[shape].title}`);
  const summary = path.join(target, 'summary.json');
  const settings = { COLIBRI_ROOM_CAPACITY: String(room) };
  const site = await startSite({ colibri, shape, nUsers: racers + room, settings });
  try {
    const own = {
      BASE: site.base,
      ENGINES: (kills ? site.engines : (site.behind ?? site.engines)).join(','),
      METRICS: site.metrics.join(','),
      USERS: site.users,
      RACERS: racers,
      ROOM: room,
      WPM,
      SUMMARY: summary,
      ...env,
    };
    const began = Date.now();
    const run = runK6(k6, script, own, { quiet: true });
    const watch = new Watch(site, run.pid);
    if (kills) setTimeout(() => site.kill(kills), KILL_S * 1000);
    const status = await run.end;
    const used = watch.end();
    if (status !== 0 && status !== 99) throw new Error(`k6 ended with ${status}`);
    const { metrics } = JSON.parse(readFileSync(summary, 'utf8'));
    console.log(`k6 ended with ${status}; fan-out p99 ${metrics.fanout_latency?.values['p(99)']} ms`);
    return { script, shape, racers, seconds: (Date.now() - began) / 1000, kills, ...of(metrics), ...used };
  } finally {
    await site.stop();
  }
}

/** Extracts the figures of the report from a summary of k6. */
function of(metrics) {
  const trends = Object.entries(metrics)
    .filter(([, { type, values }]) => type === 'trend' && values.count > 0)
    .map(([name, { values }]) => [
      name,
      { p50: values.med, p95: values['p(95)'], p99: values['p(99)'], max: values.max },
    ]);
  const count = (name) => metrics[name]?.values.count;
  return {
    trends: Object.fromEntries(trends),
    expected: count('expected_updates'),
    lost: count('lost_updates'),
    outOfOrder: count('out_of_order_updates'),
    checks: metrics.checks?.values,
    calls: count('http_reqs'),
    crossed: Object.entries(metrics).flatMap(([name, { thresholds = {} }]) =>
      Object.entries(thresholds).flatMap(([rule, { ok }]) => (ok ? [] : [`${name} ${rule}`])),
    ),
  };
}

/** Describes the machine and the versions of the programs. */
function machine() {
  const output = (program, ...args) => {
    try {
      return execFileSync(program, args, { encoding: 'utf8', cwd: ROOT }).trim().split('\n')[0];
    } catch {
      return 'unknown';
    }
  };
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  const postgres = path.join(output(colibri, 'postgres-bin'), 'postgres');
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${os.cpus()[0].model.trim()}, ${os.cpus().length} cores, ${memory}, for site and generator together`,
    system: `${os.type()} ${os.release()}`,
    Colibri: output('git', 'describe', '--always', '--dirty'),
    k6: output(k6, 'version')
      .replace(/^k6(\.exe)? v?/, '')
      .split(' ')[0],
    Postgres: output(postgres, '--version').replace('postgres (PostgreSQL) ', ''),
    NATS: output(output(path.join(ROOT, 'scripts/tool'), 'nats-server'), '--version').replace('nats-server: v', ''),
    HAProxy: output('haproxy', '-v').split(' ')[2],
    racers: `rooms of five, from ${WPM} words per minute on, each 5 faster than the one before; rungs of ${LADDER.replaceAll(',', ', ')}`,
  };
}
