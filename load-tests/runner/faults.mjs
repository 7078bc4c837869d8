/**
 * `scripts/k6-faults COLIBRI`: the same race through a proxy, with one fault each time. A load test that passes on a
 * broken site proves nothing, so each fault must cross its own thresholds, and no others.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FAULTS, startProxy } from './fault-proxy.mjs';
import { findK6, runK6 } from './k6.mjs';
import { startSite } from './site.mjs';

/** The metrics whose thresholds each fault must cross. */
const CROSSED = {
  none: [],
  'drops updates': ['lost_updates'],
  'overtakes updates': ['out_of_order_updates'],
  'starts late': ['start_delay'],
  'starts late for one': ['start_delay', 'start_skew'],
  'saves nothing': ['checks'],
};
const ROOM = 2;
/** Generous limits, since this does not test the speed of a debug build on a busy machine. */
const PATIENT = { JOIN_MS: 10_000, FANOUT_MS: 10_000, SAVED_MS: 20_000, LAG_MS: 2000, SKEW_MS: 1500, DELAY_MS: 2000 };

const k6 = findK6();
const settings = { COLIBRI_ROOM_CAPACITY: String(ROOM), COLIBRI_COUNTDOWN_MS: '1000' };
const names = Object.keys(FAULTS);
const site = await startSite({
  colibri: path.resolve(process.argv[2]),
  shape: 'one',
  nUsers: names.length * ROOM,
  settings,
});
const dir = mkdtempSync(path.join(tmpdir(), 'colibri-faults-'));
try {
  const users = readFileSync(site.users, 'utf8').trim().split('\n');
  const outcomes = await Promise.all(
    names.map((name, index) => race(name, index, users.slice(index * ROOM, (index + 1) * ROOM))),
  );
  const failed = outcomes.filter((isRight) => !isRight).length;
  console.log(`k6-faults: ${outcomes.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await site.stop();
  rmSync(dir, { recursive: true });
}

/** Races once on the site with this fault. Returns true if exactly its thresholds are crossed. */
async function race(name, index, users) {
  const proxy = await startProxy(site.base, FAULTS[name]);
  const [file, summary] = [path.join(dir, `${index}.jsonl`), path.join(dir, `${index}.json`)];
  writeFileSync(file, users.join('\n'));
  const own = {
    BASE: proxy.address,
    USERS: file,
    SUMMARY: summary,
    TRANSPORTS: 'polling',
    RACERS: ROOM,
    ROOM,
    WPM: 150,
  };
  const status = await runK6(k6, 'races', { ...own, ...PATIENT }, { quiet: true }).end;
  proxy.stop();
  const { metrics } = JSON.parse(readFileSync(summary, 'utf8'));
  const crossed = Object.entries(metrics)
    .filter(([, { thresholds = {} }]) => Object.values(thresholds).some(({ ok }) => !ok))
    .map(([metric]) => metric)
    .sort();
  const isRight = crossed.join() === CROSSED[name].join() && status === (crossed.length === 0 ? 0 : 99);
  console.log(
    `${isRight ? 'ok  ' : 'FAIL'} ${name}: k6 ends with ${status}, crossed: ${crossed.join(', ') || 'nothing'}`,
  );
  return isRight;
}
