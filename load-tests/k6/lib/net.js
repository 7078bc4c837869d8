/** The network functions of clients, with k6's modules. */

import http from 'k6/http';
import { BASE } from './options.js';
import { WebSocket } from './websocket.cjs';

/** Longer than a long poll waits. */
const TIMEOUT = '60s';

/** One name each, since k6 would otherwise create a time series for every address with its room or session. */
const SOCKET_TAGS = { tags: { name: '/socket.io' } };
const POLLING = { tags: { name: '/socket.io (polling)' }, timeout: TIMEOUT };

/** The requests of sockets and to the api. None blocks the other racers of a virtual user. */
export const net = {
  webSocket: (url) => new WebSocket(url, null, SOCKET_TAGS),
  request: (method, url, body) => http.asyncRequest(method, url, body ?? null, POLLING),
  call: async (name, payload) => read(name, await http.asyncRequest('POST', ...request(name, payload))),
};

/** Calls the api and blocks until it answers, for calls outside of races. */
export const call = (name, payload) => read(name, post(name, payload));

/** Does the same, but returns the answer whatever its status. */
export const post = (name, payload) => http.post(...request(name, payload));

function request(name, payload) {
  const tags = { name: `/api/${name}` };
  return [`${BASE}/api/${name}`, JSON.stringify(payload), { headers: { 'Content-Type': 'application/json' }, tags }];
}

function read(name, answer) {
  if (answer.status === 200) return answer.json();
  throw new Error(`/api/${name} answered ${answer.status}: ${answer.body ?? answer.error}${hint(answer.status)}`);
}

/** Names the setting that lifts a limit. */
const hint = (status) => (status === 429 ? ' (a limit; COLIBRI_RATE_LIMITS=off lifts those of calls)' : '');
