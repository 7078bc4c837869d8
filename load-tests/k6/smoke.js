/**
 * One room of two, in about a minute, held to every threshold: script and site speak the same. One racer has a WebSocket that
 * is cut in mid-race; the other begins with polling and upgrades.
 *
 *   k6 run -e USERS=/tmp/users.jsonl load-tests/k6/smoke.js
 */

import { raceOnce } from './lib/field.js';
import { ROOM, summaryTrendStats, thresholds } from './lib/options.js';
import { checkSite } from './lib/users.js';

export { handleSummary } from './lib/summary.js';

export const options = {
  scenarios: { smoke: { executor: 'per-vu-iterations', vus: 1, iterations: 1, maxDuration: '5m' } },
  thresholds,
  summaryTrendStats,
};

export const setup = () => checkSite(ROOM);

export default () =>
  raceOnce((index) => (index === 0 ? { cuts: ['running'] } : { transports: ['polling', 'websocket'] }));
