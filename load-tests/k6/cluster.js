/**
 * Racers of one room on different engines, while engines are killed: they reconnect to another one, and no race is lost.
 *
 *   k6 run -e BASE=http://site -e ENGINES=http://10.0.0.1:8081,http://10.0.0.2:8081 -e USERS=/tmp/users.jsonl load-tests/k6/cluster.js
 *
 * Racers connect to ENGINES directly, past the load balancer, which would send all racers of a room to one. Kill an engine while
 * this runs; `make load SCRIPT=cluster` starts three engines and kills one.
 */

import { raceOnce } from './lib/field.js';
import { ROOM, racers, rooms, summaryTrendStats, thresholds } from './lib/options.js';
import { checkSite } from './lib/users.js';

export { handleSummary } from './lib/summary.js';

const RACERS = racers(50);
/** The limit for reconnecting after an engine was killed, in milliseconds. */
const TAKE_OVER_MS = Number(__ENV.RECONNECT_MS || 15_000);

/** Updates that racers send while their room has no engine may be lost; the next update includes them. */
const MAY_BE_LOST = RACERS * (ROOM - 1) * 2;

const { dropped_connections: _, ...others } = thresholds;

export const options = {
  scenarios: { cluster: { executor: 'per-vu-iterations', vus: rooms(RACERS), iterations: 1, maxDuration: '1h' } },
  thresholds: {
    ...others,
    reconnect_time: [`p(95)<${TAKE_OVER_MS}`],
    lost_updates: [`count<=${MAY_BE_LOST}`],
  },
  summaryTrendStats,
};

export const setup = () => checkSite(RACERS);

export default () => raceOnce();
