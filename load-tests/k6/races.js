/**
 * Complete races: rooms, seats, sockets, countdown, human typing, finish, and the saved result. All rooms race at the same
 * time, and each runs RACES races one after the other.
 *
 *   k6 run -e BASE=http://localhost:8080 -e USERS=/tmp/users.jsonl -e RACERS=1000 load-tests/k6/races.js
 */

import { sleep } from 'k6';
import exec from 'k6/execution';
import { raceOnce } from './lib/field.js';
import { duration, racers, rooms, summaryTrendStats, thresholds } from './lib/options.js';
import { checkSite } from './lib/users.js';

export { handleSummary } from './lib/summary.js';

const RACERS = racers(10);
const ROOMS = rooms(RACERS);
/** The time over which the rooms begin, in seconds. */
const RAMP = Number(duration('RAMP', 5));

export const options = {
  scenarios: {
    races: { executor: 'per-vu-iterations', vus: ROOMS, iterations: Number(duration('RACES', 1)), maxDuration: '24h' },
  },
  thresholds,
  summaryTrendStats,
};

export const setup = () => checkSite(RACERS);

export default async function () {
  if (exec.vu.iterationInScenario === 0) sleep((RAMP * (exec.vu.idInTest - 1)) / ROOMS);
  await raceOnce();
}
