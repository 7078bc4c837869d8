/**
 * Browsers behind proxies that block WebSockets: every second racer uses long polling only, the others begin with
 * it and upgrade, as the official client does.
 *
 *   k6 run -e USERS=/tmp/users.jsonl -e RACERS=100 load-tests/k6/polling.js
 */

import { raceOnce } from './lib/field.js';
import { racers, rooms, summaryTrendStats, thresholds } from './lib/options.js';
import { checkSite } from './lib/users.js';

export { handleSummary } from './lib/summary.js';

const RACERS = racers(10);

export const options = {
  scenarios: { polling: { executor: 'per-vu-iterations', vus: rooms(RACERS), iterations: 1, maxDuration: '1h' } },
  thresholds: {
    ...thresholds,
    'fanout_latency{transport:polling}': thresholds.fanout_latency,
    'fanout_latency{transport:websocket}': thresholds.fanout_latency,
    upgrade_time: ['p(95)<1000'],
  },
  summaryTrendStats,
};

export const setup = () => checkSite(RACERS);

export default () => raceOnce((index) => ({ transports: index % 2 === 0 ? ['polling'] : ['polling', 'websocket'] }));
