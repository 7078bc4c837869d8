/**
 * Goes from no racers to RACERS within SPIKE, then repeats races for HOLD.
 *
 *   k6 run -e USERS=/tmp/users.jsonl -e RACERS=1000 -e HOLD=2m load-tests/k6/spike.js
 */

import { raceOnce } from './lib/field.js';
import { duration, racers, rooms, summaryTrendStats, thresholds } from './lib/options.js';
import { checkSite } from './lib/users.js';

export { handleSummary } from './lib/summary.js';

const RACERS = racers(100);

export const options = {
  scenarios: {
    spike: {
      executor: 'ramping-vus',
      stages: [
        { duration: duration('SPIKE', '10s'), target: rooms(RACERS) },
        { duration: duration('HOLD', '1m'), target: rooms(RACERS) },
      ],
      // Races that have begun run to their end.
      gracefulStop: '15m',
    },
  },
  thresholds,
  summaryTrendStats,
};

export const setup = () => checkSite(RACERS);

export default () => raceOnce();
