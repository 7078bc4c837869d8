/** The metrics of races. docs/load-testing.md says what each means. */

import { check } from 'k6';
import { Counter, Trend } from 'k6/metrics';

const joinTime = new Trend('race_join_time', true);
const fanOutLatency = new Trend('fanout_latency', true);
const startSkew = new Trend('start_skew', true);
const startDelay = new Trend('start_delay', true);
const finishToSaved = new Trend('finish_to_saved', true);
const reconnectTime = new Trend('reconnect_time', true);
const upgradeTime = new Trend('upgrade_time', true);
const generatorLag = new Trend('generator_lag', true);
const expectedUpdates = new Counter('expected_updates');
const lostUpdates = new Counter('lost_updates');
const outOfOrderUpdates = new Counter('out_of_order_updates');
const refusedEvents = new Counter('refused_events');
const droppedConnections = new Counter('dropped_connections');
const socketEvents = new Counter('socket_events');

/** Counts the events of races. */
export const watch = {
  joined: (ms, transport) => joinTime.add(ms, { transport }),
  fanOut: (ms, transport) => fanOutLatency.add(ms, { transport }),
  upgraded: (ms) => upgradeTime.add(ms),
  startSkew: (ms) => startSkew.add(ms),
  startDelay: (ms) => startDelay.add(Math.max(ms, 0)),
  saved: (ms) => finishToSaved.add(ms),
  reconnected: (ms, moment) => reconnectTime.add(ms, { moment }),
  lag: (ms) => generatorLag.add(Math.max(ms, 0)),
  check: (name, isTrue) => check(isTrue, { [name]: (answer) => answer }),
  refused: (event, reason) => refusedEvents.add(1, { event, reason }),
  dropped: (reason) => {
    console.warn(`connection lost: ${reason}`);
    droppedConnections.add(1);
  },
  failed: (reason) => console.error(reason),
  missed: (update) => console.warn(update),
  events: (nEvents) => {
    for (const [key, count] of nEvents) {
      const [direction, event] = key.split(' ');
      socketEvents.add(count, { direction, event });
    }
  },
  updates: ({ expected, lost, outOfOrder, strange }) => {
    expectedUpdates.add(expected);
    lostUpdates.add(lost);
    // An update that was never sent, or arrived twice, counts as out of order too.
    outOfOrderUpdates.add(outOfOrder + strange);
    // Without a value, k6 would leave these counters and their thresholds out of the summary.
    refusedEvents.add(0);
    droppedConnections.add(0);
  },
};
