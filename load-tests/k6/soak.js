/**
 * RACERS race repeatedly for DURATION, and the memory of the server must not grow.
 *
 *   k6 run -e USERS=/tmp/users.jsonl -e RACERS=500 -e DURATION=4h -e METRICS=http://10.0.0.7:8080/metrics load-tests/k6/soak.js
 *
 * METRICS lists the `/metrics` of each process of the server, separated by commas; they are not reachable from outside.
 */

import { check, sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Gauge, Trend } from 'k6/metrics';
import { raceOnce } from './lib/field.js';
import { BASE, duration, ROOM, racers, rooms, summaryTrendStats, thresholds } from './lib/options.js';
import { checkSite } from './lib/users.js';

export { handleSummary } from './lib/summary.js';

const RACERS = racers(100);
const DURATION = duration('DURATION', '1h');
const METRICS = duration('METRICS', `${BASE}/metrics`).split(',');
/** The time between two measurements, and the time after which memory must no longer grow, in seconds. */
const EVERY = 10;
const WARM_UP = Number(duration('WARM_UP', 120));

const memory = new Trend('server_memory_mb');
const growth = new Gauge('server_memory_growth_mb');

export const options = {
  scenarios: {
    soak: { executor: 'constant-vus', vus: rooms(RACERS), duration: DURATION, gracefulStop: '15m' },
    memory: { executor: 'constant-vus', vus: 1, duration: DURATION, exec: 'watchMemory', gracefulStop: '1m' },
  },
  thresholds: { ...thresholds, server_memory_growth_mb: [`value<${duration('GROWTH', 32)}`] },
  summaryTrendStats,
};

// k6 numbers virtual users across all scenarios, and one of them watches the memory.
export const setup = () => checkSite(RACERS + ROOM);

export default () => raceOnce();

/** Memory of each process after the warm-up, in bytes. */
const before = [];

export function watchMemory() {
  const now = METRICS.map(resident);
  const isWarm = Date.now() - exec.scenario.startTime > WARM_UP * 1000;
  now.forEach((bytes, index) => {
    memory.add(bytes / 2 ** 20, { server: METRICS[index] });
    if (isWarm) before[index] ??= bytes;
  });
  growth.add(isWarm ? Math.max(...now.map((bytes, index) => (bytes - before[index]) / 2 ** 20)) : 0);
  sleep(EVERY);
}

function resident(address) {
  const answer = http.get(address, { tags: { name: '/metrics' } });
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(answer.body ?? '') ?? [];
  check(bytes, { 'the memory of the server is known': (is) => is !== undefined });
  return Number(bytes ?? 0);
}
