/**
 * Rooms that race at once, against a site that runs: see load-tests/README.md.
 *
 *   colibri load-users --count 500 > users.jsonl
 *   k6 run -e COLIBRI_URL=http://localhost:8080 -e COLIBRI_USERS=users.jsonl load-tests/k6/race.js
 */

import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Rate, Trend } from 'k6/metrics';
import { race } from './room.js';
import { WebSocket } from './websocket.cjs';

const RACERS = Number(__ENV.COLIBRI_RACERS ?? 5);
const URL = __ENV.COLIBRI_URL ?? 'http://localhost:8080';
const WPM = Number(__ENV.COLIBRI_WPM ?? 80);
const PROGRESS_MS = Number(__ENV.COLIBRI_PROGRESS_MS ?? 100);

const users = new SharedArray('users', () =>
  open(__ENV.COLIBRI_USERS ?? 'users.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
);

const joins = new Rate('colibri_joins');
const finishes = new Rate('colibri_finishes');
const progress = new Trend('colibri_progress_latency', true);
const dropped = new Counter('colibri_dropped_connections');
const refused = new Counter('colibri_refused_events');

const rooms = Number(__ENV.COLIBRI_ROOMS ?? Math.floor(users.length / RACERS));

export const options = {
  scenarios: {
    // A virtual user is a room, so that the moments of sending and hearing are of one clock.
    rooms: { executor: 'per-vu-iterations', vus: rooms, iterations: 1, maxDuration: '10m' },
  },
  thresholds: {
    colibri_joins: ['rate>0.999'],
    colibri_finishes: ['rate>0.999'],
    colibri_progress_latency: [`p(95)<${PROGRESS_MS}`],
    colibri_dropped_connections: ['count==0'],
    colibri_refused_events: ['count==0'],
    http_req_failed: ['rate<0.001'],
  },
};

const watch = {
  joined: (ok) => joins.add(ok),
  finished: (ok) => finishes.add(ok),
  progress: (ms) => progress.add(ms),
  dropped: () => dropped.add(1),
  refused: () => refused.add(1),
};

export default async function () {
  const first = (exec.vu.idInTest - 1) * RACERS;
  const racers = users.slice(first, first + RACERS);
  const code = call('multiplayer', { token: racers[0].token, private: true }).code;
  const seats = racers.map(({ token }) => call('play', { token, code }));
  // Characters are counted as the site counts them: one per Unicode scalar.
  const length = [...seats[0].text.text].length;
  dropped.add(0);
  refused.add(0);
  await race({ code, length, wpm: WPM, racers }, () => new WebSocket(socketUrl()), watch, Date.now);
}

function call(path, payload) {
  const answer = http.post(`${URL}/api/${path}`, JSON.stringify(payload), {
    headers: { 'Content-Type': 'application/json' },
  });
  if (answer.status !== 200) throw new Error(`/api/${path} answers ${answer.status}: ${answer.body}`);
  return answer.json();
}

function socketUrl() {
  return `${URL.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
}
