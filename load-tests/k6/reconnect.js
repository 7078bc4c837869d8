/**
 * Cuts the connection of one racer in each phase of a race: while the room waits, in the countdown, in the middle of
 * the text, while the result is being saved, and after that. They reconnect as the client does, and lose nothing.
 *
 *   k6 run -e USERS=/tmp/users.jsonl -e RACERS=50 load-tests/k6/reconnect.js
 */

import { raceOnce } from './lib/field.js';
import { racers, rooms, summaryTrendStats, thresholds } from './lib/options.js';
import { checkSite } from './lib/users.js';

export { handleSummary } from './lib/summary.js';

const RACERS = racers(10);
const MOMENTS = ['waiting', 'starting', 'running', 'finish', 'finished'];

export const options = {
  scenarios: { reconnect: { executor: 'per-vu-iterations', vus: rooms(RACERS), iterations: 1, maxDuration: '1h' } },
  thresholds: {
    ...thresholds,
    // One of the five is disconnected when the result is due.
    finish_to_saved: thresholds.reconnect_time,
    // Each moment has its own threshold, which also fails if no connection was cut then.
    ...Object.fromEntries(
      MOMENTS.map((moment) => [`reconnect_time{moment:${moment}}`, [...thresholds.reconnect_time, 'min>0']]),
    ),
  },
  summaryTrendStats,
};

export const setup = () => checkSite(RACERS);

export default () => raceOnce((index) => ({ cuts: [MOMENTS[index % MOMENTS.length]] }));
