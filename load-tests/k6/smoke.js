/**
 * One room, in about a minute, held to every threshold: a quick check of the scripts and the site. The first racer has
 * a WebSocket that is cut in mid-race; the others begin with polling and upgrade.
 *
 *   k6 run -e USERS=/tmp/users.jsonl -e ROOM=2 load-tests/k6/smoke.js
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
