/**
 * A site of one room, in memory: enough of a server for races under Node, with faults on demand, unlike the real
 * server.
 */

import { decode, encode } from './packets.js';

/** The countdown, from `starting` to `start`, in milliseconds. */
const COUNTDOWN_MS = 20;

/**
 * The faults of a site.
 *
 * @typedef {object} Faults
 * @property {(completed: number) => boolean} [drops] true for updates that no racer receives
 * @property {(completed: number) => boolean} [delays] true for updates that racers receive after the next one
 * @property {number} [startsLate] the delay of `start`, in milliseconds
 * @property {boolean} [savesNothing] acknowledges results without saving them
 * @property {string} [refuses] the message with which it refuses every connection
 */

export class StubSite {
  #faults;
  #size;
  #clients = new Map();
  #progress = new Map();
  #results = new Map();
  #openedAt = performance.now();
  #startedAt;
  /** The log of each racer's keys, in bytes. */
  logs = new Map();
  #held = new Map();

  /** @param {number} size the number of racers with which the race begins @param {Faults} [faults] */
  constructor(size, faults = {}) {
    this.#size = size;
    this.#faults = faults;
  }

  /** The network functions of a client, without polling. */
  get net() {
    return {
      webSocket: () => this.#webSocket(),
      call: async (name, { username }) => {
        if (name !== 'getstats') return {};
        const wpm = this.#faults.savesNothing ? undefined : this.#results.get(username);
        return { racesTotal: wpm === undefined ? 0 : 1, bestRace: wpm ?? 0 };
      },
    };
  }

  #webSocket() {
    const socket = new EventTarget();
    const send = (data) => socket.dispatchEvent(Object.assign(new Event('message'), { data }));
    const client = { send: (packet) => setTimeout(() => send(packet)) };
    socket.send = (packet) => this.#receive(client, packet);
    socket.close = () => {
      this.#clients.delete(client.username);
      socket.dispatchEvent(Object.assign(new Event('close'), { code: 1000 }));
    };
    client.send('0{"sid":"s","pingInterval":25000,"pingTimeout":20000}');
    return socket;
  }

  #receive(client, text) {
    const packet = decode(text);
    if (packet.type === 'connect') {
      client.username = packet.data.token;
      const refusal = { type: 'connect_error', data: { message: this.#faults.refuses } };
      client.send(encode(this.#faults.refuses ? refusal : { type: 'connect', data: { sid: 's' } }));
    } else if (packet.type === 'event') {
      const [name, payload] = packet.data;
      const answer = this.#event(client, name, payload);
      if (packet.id !== undefined) client.send(encode({ type: 'ack', id: packet.id, data: [answer] }));
    }
  }

  #event(client, name, payload) {
    if (name === 'clock') return { ms: Math.floor(performance.now() - this.#openedAt) };
    if (payload.log) this.#log(client, payload.log);
    if (name === 'join') this.#join(client);
    else if (name === 'typing') this.#type(client, payload.completed);
    else if (name === 'finish') return this.#finish(client);
    return {};
  }

  #join(client) {
    const { username } = client;
    this.#clients.set(username, client);
    if (!this.#progress.has(username)) this.#progress.set(username, 0);
    const participants = [...this.#progress].map(([racer, completed]) => {
      const wpm = this.#results.get(racer);
      return { username: racer, completed, ...(wpm ? { finish: { time: 1, wpm } } : {}) };
    });
    const phase = this.#startedAt === undefined ? 'waiting' : 'running';
    client.send(encode({ type: 'event', data: ['state', { phase, ms: 0, participants }] }));
    if (phase === 'running')
      client.send(encode({ type: 'event', data: ['start', { ms: performance.now() - this.#startedAt }] }));
    else if (this.#clients.size === this.#size) this.#countDown();
  }

  #log({ username }, { from, keys }) {
    const before = this.logs.get(username) ?? Buffer.alloc(0);
    if (from !== before.length && from !== 0) throw new Error(`the log has ${before.length} bytes, not ${from}`);
    this.logs.set(username, Buffer.concat([before.subarray(0, from), Buffer.from(keys, 'base64')]));
  }

  #countDown() {
    this.#send('starting', {
      ms: COUNTDOWN_MS,
      at: Math.floor(performance.now() - this.#openedAt + COUNTDOWN_MS),
    });
    setTimeout(
      () => {
        this.#startedAt = performance.now();
        this.#send('start', {});
      },
      COUNTDOWN_MS + (this.#faults.startsLate ?? 0),
    );
  }

  #type({ username }, completed) {
    if (this.#progress.get(username) === completed) return;
    this.#progress.set(username, completed);
    if (this.#faults.drops?.(completed)) return;
    if (this.#faults.delays?.(completed)) {
      this.#held.set(username, completed);
      return;
    }
    this.#send('typing', { username, completed }, username);
    const held = this.#held.get(username);
    if (held !== undefined) this.#send('typing', { username, completed: held }, username);
    this.#held.delete(username);
  }

  #finish({ username }) {
    const wpm = 80;
    this.#results.set(username, wpm);
    this.#send('finish', { username, time: 1, wpm });
    return { time: 1, wpm };
  }

  #send(name, payload, except) {
    for (const [username, client] of this.#clients)
      if (username !== except) client.send(encode({ type: 'event', data: [name, payload] }));
  }
}
