/** The scripts' variables: `k6 run -e RACERS=100 races.js`, or `RACERS=100 k6 run races.js`. docs/load-testing.md lists them. */

const number = (name, otherwise) => Number(__ENV[name] || otherwise);

/** The address of the site. */
export const BASE = (__ENV.BASE || 'http://localhost:8080').replace(/\/$/, '');
/** The servers for sockets; consecutive racers of one room use different ones. By default only the site itself. */
export const ENGINES = (__ENV.ENGINES || BASE).split(',').map((address) => address.replace(/\/$/, ''));
/** The transports of sockets: `websocket`, `polling`, or `polling,websocket`, which begins with polling and upgrades. */
export const TRANSPORTS = (__ENV.TRANSPORTS || 'websocket').split(',');
/** The file of users. */
export const USERS = __ENV.USERS || 'users.jsonl';
/** Racers in a room. A room whose seats are not all taken waits 20 s. */
export const ROOM = number('ROOM', 5);
/** The speed of the slowest racer of a room, in words per minute. */
export const WPM = number('WPM', 60);

/** The total number of racers; `otherwise` by default. */
export const racers = (otherwise) => number('RACERS', otherwise);
/** The variable `name`, such as a duration; `otherwise` by default. */
export const duration = (name, otherwise) => __ENV[name] || otherwise;

/** The number of rooms. Each is one virtual user, so that one clock and one ledger cover a whole race. */
export function rooms(nRacers) {
  if (nRacers % ROOM !== 0) throw new Error(`RACERS=${nRacers} is not a multiple of ROOM=${ROOM}`);
  return nRacers / ROOM;
}

/**
 * The thresholds of every race. `k6 run` exits with 99 if one is crossed.
 *
 * Variables raise the limits, in milliseconds, for slower networks and machines.
 */
export const thresholds = {
  checks: ['rate==1'],
  http_req_failed: ['rate==0'],
  race_join_time: [`p(95)<${number('JOIN_MS', 2000)}`],
  fanout_latency: [`p(95)<${number('FANOUT_MS', 100)}`],
  start_skew: [`p(95)<${number('SKEW_MS', 100)}`],
  start_delay: [`p(95)<${number('DELAY_MS', 250)}`],
  finish_to_saved: [`p(95)<${number('SAVED_MS', 1000)}`],
  reconnect_time: [`p(95)<${number('RECONNECT_MS', 3000)}`],
  lost_updates: ['count==0'],
  out_of_order_updates: ['count==0'],
  refused_events: ['count==0'],
  dropped_connections: ['count==0'],
  // Beyond this limit the generator is too busy, and its figures do not describe the site.
  generator_lag: [`p(95)<${number('LAG_MS', 100)}`],
};

/** The figures of each trend in the summary. */
export const summaryTrendStats = ['med', 'p(95)', 'p(99)', 'max', 'count'];
