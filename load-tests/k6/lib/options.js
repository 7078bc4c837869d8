/** What the environment says: `k6 run -e RACERS=100 races.js`, or `RACERS=100 k6 run races.js`. docs/load-testing.md lists it. */

const number = (name, otherwise) => Number(__ENV[name] || otherwise);

/** Where the site is. */
export const BASE = (__ENV.BASE || 'http://localhost:8080').replace(/\/$/, '');
/** The servers that sockets go to; racers of one room take turns. The site itself, unless engines are named one by one. */
export const ENGINES = (__ENV.ENGINES || BASE).split(',').map((address) => address.replace(/\/$/, ''));
/** How sockets speak: `websocket`, `polling`, or `polling,websocket`, which begins with the one and upgrades to the other. */
export const TRANSPORTS = (__ENV.TRANSPORTS || 'websocket').split(',');
/** The file of users. */
export const USERS = __ENV.USERS || 'users.jsonl';
/** Racers in all, and in a room. A room whose seats are not all taken waits 20 s. */
export const ROOM = number('ROOM', 5);
/** Words per minute of the slowest racer of a room. */
export const WPM = number('WPM', 60);

/** Racers in all; `otherwise` when nothing is said. */
export const racers = (otherwise) => number('RACERS', otherwise);
/** How long something goes on; `otherwise` when nothing is said. */
export const duration = (name, otherwise) => __ENV[name] || otherwise;

/** Rooms, each of which is one virtual user, so that all moments of a race are of one clock and one ledger. */
export function rooms(nRacers) {
  if (nRacers % ROOM !== 0) throw new Error(`RACERS=${nRacers} is not a multiple of ROOM=${ROOM}`);
  return nRacers / ROOM;
}

/**
 * What every race is held to. `k6 run` ends with status 99 when one is crossed.
 *
 * Limits in milliseconds come from the environment, for slower networks and machines.
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
  // Beyond this the generator is busier than the racers whom it plays, and its figures are not those of the site.
  generator_lag: [`p(95)<${number('LAG_MS', 100)}`],
};

/** The figures of each trend in the summary. */
export const summaryTrendStats = ['med', 'p(95)', 'p(99)', 'max', 'count'];
