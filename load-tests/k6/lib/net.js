/** What clients need of the world, as k6 has it. */

import http from 'k6/http';
import { BASE } from './options.js';
import { WebSocket } from './websocket.cjs';

/** Longer than a long poll waits for news. */
const TIMEOUT = '60s';

/** Under one name each, since an address that names a room or a session would be a time series of its own. */
const SOCKET_TAGS = { tags: { name: '/socket.io' } };
const POLLING = { tags: { name: '/socket.io (polling)' }, timeout: TIMEOUT };

/** The calls of sockets and of the api, none of which stops the other racers of a virtual user. */
export const net = {
  webSocket: (url) => new WebSocket(url, null, SOCKET_TAGS),
  request: (method, url, body) => http.asyncRequest(method, url, body ?? null, POLLING),
  call: async (name, payload) => read(name, await http.asyncRequest('POST', ...request(name, payload))),
};

/** Asks the api, and waits: for what does not happen during a race. */
export const call = (name, payload) => read(name, post(name, payload));

/** The same, with whatever the answer is. */
export const post = (name, payload) => http.post(...request(name, payload));

function request(name, payload) {
  const tags = { name: `/api/${name}` };
  return [`${BASE}/api/${name}`, JSON.stringify(payload), { headers: { 'Content-Type': 'application/json' }, tags }];
}

function read(name, answer) {
  if (answer.status === 200) return answer.json();
  throw new Error(`/api/${name} is answered ${answer.status}: ${answer.body ?? answer.error}${hint(answer.status)}`);
}

/** What a load test runs into, and people do not. */
const hint = (status) => (status === 429 ? ' (a limit; COLIBRI_RATE_LIMITS=off lifts those of calls)' : '');
