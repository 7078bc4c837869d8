import assert from 'node:assert/strict';
import { test } from 'node:test';
import { race } from './race.js';
import { StubSite } from './stub.js';

/** The shortest text whose race has every moment of a cut. */
const TEXT = 'bird bird bird bird bird';
const WPM = 3000;
/** A short time to settle, since everything is in this process. */
const SETTLE_MS = 100;

/** Runs a race of three on a site with these faults, and returns its measurements. */
async function measureOn(faults, cuts = []) {
  const names = ['ana', 'bo', 'cy'];
  const site = new StubSite(names.length, faults);
  const seen = {
    joined: 0,
    fanOut: 0,
    saved: 0,
    reconnected: [],
    skew: [],
    delays: [],
    failed: [],
    refused: [],
    checks: {},
  };
  const watch = {
    joined: () => seen.joined++,
    fanOut: () => seen.fanOut++,
    saved: () => seen.saved++,
    reconnected: (_, moment) => seen.reconnected.push(moment),
    startSkew: (ms) => seen.skew.push(ms),
    startDelay: (ms) => seen.delays.push(ms),
    lag: () => {},
    events: (nEvents) => {
      seen.events = nEvents;
    },
    updates: (updates) => {
      seen.updates = updates;
    },
    check: (name, isTrue) => {
      seen.checks[name] = (seen.checks[name] ?? true) && isTrue;
    },
    missed: () => {},
    dropped: (reason) => seen.failed.push(reason),
    failed: (reason) => seen.failed.push(reason),
    refused: (event, reason) => seen.refused.push(`${event}: ${reason}`),
  };
  const racers = names.map((username, seed) => ({
    username,
    token: username,
    racesTotal: 0,
    addresses: ['http://localhost'],
    transports: ['websocket'],
    wpm: WPM,
    mistakes: 0,
    seed,
    cuts: seed === 0 ? cuts : [],
  }));
  await race(
    { code: 'k3f9wq2m', text: TEXT, timeoutMs: 8000, racers },
    site.net,
    watch,
    performance.now.bind(performance),
    SETTLE_MS,
  );
  return { ...seen, logs: site.logs };
}

const ALL_WELL = { joined: true, 'result is saved': true, 'received every finish': true };

test('three racers join, type, receive each other’s events, and have results saved', async () => {
  const seen = await measureOn({});
  assert.deepEqual([seen.joined, seen.saved, seen.failed, seen.refused], [3, 3, [], []]);
  assert.deepEqual(seen.checks, ALL_WELL);
  assert.deepEqual(seen.updates, { expected: 6 * 24, lost: 0, outOfOrder: 0, strange: 0 });
  assert.equal(seen.fanOut, 6 * 24);
  assert.equal(seen.events.get('sent typing'), 3 * 24);
});

test('racers ask for the time and send every key in the log, also after they were cut', async () => {
  for (const cuts of [[], ['running']]) {
    const { events, logs } = await measureOn({}, cuts);
    assert.ok(events.get('sent clock') >= 3 * 12, `${events.get('sent clock')}`);
    // Without mistakes, a byte ends each key, and its highest bit is not set.
    for (const log of logs.values()) assert.equal(log.filter((byte) => byte < 128).length, TEXT.length);
    assert.equal(logs.size, 3);
  }
});

test('updates that are dropped count as lost', async () => {
  const { updates } = await measureOn({ drops: (completed) => completed === 50 });
  assert.deepEqual([updates.lost, updates.outOfOrder], [6, 0]);
});

test('updates that overtake each other count as out of order', async () => {
  const { updates } = await measureOn({ delays: (completed) => completed === 50 });
  assert.deepEqual([updates.lost, updates.outOfOrder], [0, 6]);
});

test('a result that is acknowledged and not saved fails its check', async () => {
  const { checks } = await measureOn({ savesNothing: true });
  assert.deepEqual(checks, { ...ALL_WELL, 'result is saved': false });
});

test('a late start is reported', async () => {
  const [onTime, late] = [await measureOn({}), await measureOn({ startsLate: 1000 })];
  assert.ok(Math.min(...onTime.delays) < 990, `${onTime.delays}`);
  assert.ok(Math.min(...late.delays) >= 990, `${late.delays}`);
});

test('a racer whose connection is cut returns and continues', async () => {
  const seen = await measureOn({}, ['running']);
  assert.deepEqual([seen.reconnected, seen.saved, seen.failed], [['running'], 3, []]);
  assert.deepEqual([seen.updates.lost, seen.updates.outOfOrder], [0, 0]);
});

test('a racer who is refused fails with the reason', async () => {
  const { checks, failed } = await measureOn({ refuses: 'Log in again' });
  assert.ok(failed.includes('ana in k3f9wq2m: Log in again'), failed.join());
  assert.equal(checks['result is saved'], false);
});
