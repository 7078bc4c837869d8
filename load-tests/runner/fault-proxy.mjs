/**
 * A proxy that adds faults to a site for the racers who connect through it, to test the thresholds of the load tests.
 * Colibri has no switches for faults, so the proxy changes the packets of long polling.
 *
 * Calls of the api pass unchanged. WebSockets are not supported.
 */

import { once } from 'node:events';
import http from 'node:http';
import { decode, encode, joinPayload, splitPayload } from '../k6/lib/packets.js';

/** The delay of a late start, in milliseconds. */
const LATE_MS = 3000;
/** The percent whose updates are dropped or overtaken. */
const CHOSEN = 50;

/**
 * The faults, by name. `toClient` changes the packets for a client, with a memory for each session; `keepsResults`
 * acknowledges results without forwarding them.
 */
export const FAULTS = {
  none: { toClient: (packets) => packets },
  'drops updates': { toClient: (packets) => packets.filter((packet) => typing(packet)?.completed !== CHOSEN) },
  'overtakes updates': { toClient: (packets, memory) => packets.flatMap((packet) => overtake(packet, memory)) },
  'starts late': {
    toClient: async (packets) => {
      if (packets.some(isStart)) await pause(LATE_MS);
      return packets;
    },
  },
  'starts late for one': {
    toClient: async (packets, { number }) => {
      if (number === 1 && packets.some(isStart)) await pause(LATE_MS);
      return packets;
    },
  },
  'saves nothing': { toClient: (packets) => packets, keepsResults: true },
};

/** Listens on a free port, in front of the site at `base`. Returns its own address and a function that stops it. */
export async function startProxy(base, { toClient, keepsResults = false }) {
  const sessions = new Map();
  const session = (sid) => {
    if (!sessions.has(sid)) sessions.set(sid, new Session(base, toClient, sessions.size + 1));
    return sessions.get(sid);
  };
  const server = http.createServer(async (request, response) => {
    try {
      const sid = new URL(request.url, base).searchParams.get('sid');
      let body = await read(request);
      if (sid && request.method === 'GET') {
        answer(response, 200, await session(sid).poll(request.url));
        return;
      }
      if (sid && keepsResults) body = keepResults(body, session(sid));
      if (sid && body === '') answer(response, 200, 'ok');
      else await pass(base, request, body, response);
    } catch (error) {
      answer(response, 502, error.message);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The polls of one client: its own, and the pending one at the site. They need not end together. */
class Session {
  #base;
  #toClient;
  #memory;
  #packets = [];
  #wake = () => {};
  #isAsking = false;

  constructor(base, toClient, number) {
    this.#base = base;
    this.#toClient = toClient;
    this.#memory = { number, held: new Map() };
  }

  /** Sends the client this packet as if it came from the site. */
  send(packet) {
    this.#packets.push(packet);
    this.#wake();
  }

  async poll(path) {
    while (this.#packets.length === 0) {
      const woken = new Promise((resolve) => {
        this.#wake = resolve;
      });
      this.#ask(path);
      await woken;
    }
    return joinPayload(this.#packets.splice(0));
  }

  async #ask(path) {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const body = await fetch(this.#base + path).then((answer) => answer.text());
    this.#packets.push(...(await this.#toClient(splitPayload(body), this.#memory)));
    this.#isAsking = false;
    // If the fault left no packet, `poll` asks for the next ones.
    this.#wake();
  }
}

/** Removes results from a polling body, and acknowledges them. */
function keepResults(body, session) {
  const isResult = (packet) => packet.type === 'event' && packet.data[0] === 'finish';
  const [kept, passed] = [[], []];
  for (const text of splitPayload(body)) (isResult(decode(text)) ? kept : passed).push(text);
  for (const text of kept) session.send(encode({ type: 'ack', id: decode(text).id, data: [{ time: 30, wpm: 80 }] }));
  return joinPayload(passed);
}

/** Holds the chosen update of each racer back until their next one. */
function overtake(packet, { held }) {
  const update = typing(packet);
  if (!update) return [packet];
  const before = held.get(update.username);
  held.delete(update.username);
  if (update.completed !== CHOSEN || before) return before ? [packet, before] : [packet];
  held.set(update.username, packet);
  return [];
}

function typing(text) {
  const { type, data } = decode(text);
  return type === 'event' && data[0] === 'typing' ? data[1] : undefined;
}

function isStart(text) {
  const { type, data } = decode(text);
  return type === 'event' && data[0] === 'start';
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function pass(base, { method, url, headers }, body, response) {
  const type = headers['content-type'];
  const passed = await fetch(base + url, {
    method,
    headers: type ? { 'Content-Type': type } : {},
    body: method === 'GET' ? undefined : body,
  });
  answer(response, passed.status, await passed.text(), passed.headers.get('content-type'));
}

function answer(response, status, body, type = 'text/plain') {
  response.writeHead(status, { 'Content-Type': type });
  response.end(body);
}
