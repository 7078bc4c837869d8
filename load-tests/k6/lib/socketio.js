/**
 * A Socket.IO v4 client (protocol v5 over Engine.IO v4) for load tests: events, acknowledgements, long polling, WebSocket, and
 * the upgrade from one to the other. No attachments, and no reconnection by itself: a load test decides when to come back.
 *
 * It needs nothing of k6 but what `net` hands it, so that the same file runs under Node, where it is tested. In k6:
 *
 *   import { SocketIO } from './lib/socketio.js';
 *   import { net } from './lib/net.js';
 *
 *   const socket = new SocketIO('https://example.org', { auth: { token } }, net);
 *   socket.on('news', (payload) => console.log(payload));
 *   await socket.connected;
 *   const answer = await socket.ask('join', { code }, 5000);
 *   socket.close();
 */

import {
  CLOSE,
  decode,
  encode,
  joinPayload,
  PING,
  PONG,
  PROBE,
  PROBE_ANSWER,
  splitPayload,
  UPGRADE,
} from './packets.js';
import { after, pause } from './timers.js';

/** Until a connection must stand, in milliseconds; that of the official client. */
const CONNECT_TIMEOUT_MS = 20_000;

/**
 * What a client needs of the world.
 *
 * @typedef {object} Net
 * @property {(url: string) => WebSocket} webSocket opens a WebSocket
 * @property {(method: string, url: string, body?: string) => Promise<{status: number, body: string}>} request asks by HTTP, also
 *   where the answer takes as long as a long poll
 */

export class SocketIO {
  /** Settles when the server has let us in, or rejects with why there is no connection. */
  connected;
  /** Settles with the reason when the connection has ended, whoever ended it. */
  closed;
  /** `polling` or `websocket`, as it is at the moment. */
  transport;
  /** Whether the server does not let us into the namespace: coming back would not help. */
  isRefused = false;

  #base;
  #options;
  #net;
  #listeners = new Map();
  /** Who waits for which acknowledgement. */
  #questions = new Map();
  #nextId = 0;
  #socket;
  #sid;
  #isOpen = true;
  #isConnected = false;
  #silence;
  #silenceMs;
  /** What polling has not posted yet; null while the transport is a WebSocket. */
  #outbox = [];
  #isPosting = false;
  /** Whether an upgrade holds posts and polls back. */
  #isPaused = false;
  #polling = Promise.resolve();
  #entered;
  #refused;
  #ended;

  /**
   * Connects at once.
   *
   * @param {string} address where the site is, such as `http://localhost:8080`
   * @param {object} options
   * @param {object} [options.auth] the payload of CONNECT
   * @param {Record<string, string>} [options.query] is added to the address, for load balancers
   * @param {string[]} [options.transports] the first is begun with; `['polling', 'websocket']` upgrades. A WebSocket alone when
   *   nothing is said
   * @param {string} [options.namespace]
   * @param {string} [options.path]
   * @param {Net} net
   */
  constructor(address, options, net) {
    this.#options = { transports: ['websocket'], query: {}, namespace: '/', path: '/socket.io/', ...options };
    this.#base = address.replace(/\/$/, '');
    this.#net = net;
    this.connected = new Promise((resolve, reject) => {
      this.#entered = resolve;
      this.#refused = reject;
    });
    // Those who only wait for the end need not handle this.
    this.connected.catch(() => {});
    this.closed = new Promise((resolve) => {
      this.#ended = resolve;
    });
    [this.transport] = this.#options.transports;
    this.#watchSilence(CONNECT_TIMEOUT_MS);
    if (this.transport === 'websocket') this.#openWebSocket();
    else this.#openPolling();
  }

  /** Calls `listener` with the payload of each event of this name; `*` stands for all, and is called with name and payload. */
  on(name, listener) {
    this.#listeners.set(name, listener);
    return this;
  }

  /** Sends an event. */
  emit(name, ...payload) {
    this.#send(encode({ type: 'event', namespace: this.#options.namespace, data: [name, ...payload] }));
  }

  /**
   * Sends an event that the server is to acknowledge, and answers what it says. Rejects after `timeoutMs`, or when the
   * connection ends first.
   */
  ask(name, payload, timeoutMs) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = after(timeoutMs, () => {
        this.#questions.delete(id);
        reject(new Error(`no answer to ${name} within ${timeoutMs} ms`));
      });
      this.#questions.set(id, { timer, resolve, reject });
      this.#send(encode({ type: 'event', namespace: this.#options.namespace, id, data: [name, payload] }));
    });
  }

  /** Says goodbye and ends the connection. */
  close() {
    if (!this.#isOpen) return;
    this.#send(encode({ type: 'disconnect', namespace: this.#options.namespace }));
    if (this.transport === 'polling') this.#send(CLOSE);
    this.#end('closed by us');
  }

  /** Ends the connection without a goodbye, as a line that breaks. The server of a polling client notices after its heartbeat. */
  cut() {
    this.#outbox = [];
    this.#end('cut by us');
  }

  #url(scheme, transport) {
    const query = { EIO: '4', transport, ...this.#options.query, ...(this.#sid ? { sid: this.#sid } : {}) };
    const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    return `${this.#base.replace(/^http/, scheme)}${this.#options.path}?${pairs.join('&')}`;
  }

  #openWebSocket() {
    this.#outbox = null;
    this.#socket = this.#net.webSocket(this.#url('ws', 'websocket'));
    this.#socket.addEventListener('message', ({ data }) => this.#receive(data));
    this.#socket.addEventListener('error', (event) => {
      const reason = `WebSocket: ${event.error ?? event.message ?? 'failed'}`;
      if (this.#sid) this.#end(reason);
      else this.#explain(reason);
    });
    this.#socket.addEventListener('close', ({ code }) => {
      if (this.#sid) this.#end(`WebSocket closed with code ${code ?? 'unknown'}`);
    });
  }

  /** Ends with what the server has against this connection. A WebSocket does not tell, but the same handshake by polling does. */
  async #explain(reason) {
    const answer = await this.#net.request('GET', this.#url('http', 'polling')).catch(() => undefined);
    this.#end(answer && answer.status !== 200 ? `refused with ${answer.status}: ${answer.body}` : reason);
  }

  async #openPolling() {
    await this.#poll();
    if (this.#isOpen && this.#options.transports.includes('websocket')) this.#upgrade();
    while (this.#isOpen && this.transport === 'polling' && !this.#isPaused) {
      this.#polling = this.#poll();
      await this.#polling;
    }
  }

  /** One long poll: all packets that wait, or the next one. */
  async #poll() {
    const body = await this.#request('GET');
    if (body === undefined) return;
    for (const packet of splitPayload(body)) this.#receive(packet);
  }

  /** Posts what waits, one request at a time, since two could overtake each other. */
  async #post() {
    if (this.#isPosting || this.#isPaused) return;
    this.#isPosting = true;
    while (this.#outbox?.length > 0) await this.#request('POST', joinPayload(this.#outbox.splice(0)));
    this.#isPosting = false;
  }

  /** Answers the body; ends the connection when there is none. */
  async #request(method, body) {
    try {
      const answer = await this.#net.request(method, this.#url('http', 'polling'), body);
      if (answer.status === 200) return answer.body;
      this.#end(`polling is answered ${answer.status}: ${answer.body}`);
    } catch (error) {
      this.#end(`polling: ${error.message ?? error}`);
    }
    return undefined;
  }

  /**
   * Opens a WebSocket beside the polling. When it has shown to work, the poll that is open is waited for (the server ends
   * it), and everything from then on takes the new way. One that does not open leaves the polling as it is.
   */
  #upgrade() {
    const socket = this.#net.webSocket(this.#url('ws', 'websocket'));
    const probed = ({ data }) => {
      if (data === PROBE_ANSWER) this.#changeTo(socket);
      else this.#receive(data);
    };
    socket.addEventListener('open', () => socket.send(PROBE));
    socket.addEventListener('message', probed);
    socket.addEventListener('error', () => {
      if (this.#socket === socket) this.#end('WebSocket failed');
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket === socket) this.#end(`WebSocket closed with code ${code ?? 'unknown'}`);
    });
    this.closed.then(() => socket.close());
  }

  async #changeTo(socket) {
    this.#isPaused = true;
    await this.#polling;
    while (this.#isPosting) await pause(1);
    if (!this.#isOpen) return;
    socket.send(UPGRADE);
    this.#socket = socket;
    this.transport = 'websocket';
    const waiting = this.#outbox;
    this.#outbox = null;
    for (const packet of waiting) socket.send(packet);
    this.#listeners.get('upgrade')?.();
  }

  #send(packet) {
    if (!this.#isOpen) return;
    if (this.#outbox === null) {
      this.#socket.send(packet);
    } else {
      this.#outbox.push(packet);
      this.#post();
    }
  }

  #receive(text) {
    // What arrives after the end is of no interest, but for a poll's last words.
    if (!this.#isOpen) return;
    if (text === PING) {
      this.#watchSilence(this.#silenceMs);
      this.#send(PONG);
      return;
    }
    const packet = decode(text);
    switch (packet.type) {
      case 'open':
        this.#sid = packet.data.sid;
        this.#silenceMs = packet.data.pingInterval + packet.data.pingTimeout;
        this.#watchSilence(this.#silenceMs);
        this.#send(encode({ type: 'connect', namespace: this.#options.namespace, data: this.#options.auth }));
        break;
      case 'connect':
        this.#isConnected = true;
        this.#entered();
        break;
      case 'connect_error':
        this.isRefused = true;
        this.#end(packet.data.message);
        break;
      case 'event': {
        const [name, ...payload] = packet.data;
        this.#listeners.get('*')?.(name, ...payload);
        this.#listeners.get(name)?.(...payload);
        break;
      }
      case 'ack': {
        const question = this.#questions.get(packet.id);
        if (!question) break;
        this.#questions.delete(packet.id);
        question.timer.cancel();
        question.resolve(packet.data[0]);
        break;
      }
      case 'disconnect':
        this.#end('the server sent us away');
        break;
      case 'close':
        this.#end('the server closed the connection');
        break;
    }
  }

  /** A server that says nothing for longer than a heartbeat takes is away. */
  #watchSilence(ms) {
    this.#silence?.cancel();
    this.#silence = after(ms, () => this.#end(`the server said nothing for ${ms} ms`));
  }

  #end(reason) {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#silence.cancel();
    for (const { timer, reject } of this.#questions.values()) {
      timer.cancel();
      reject(new Error(reason));
    }
    this.#questions.clear();
    this.#socket?.close();
    if (!this.#isConnected) this.#refused(new Error(reason));
    this.#ended(reason);
  }
}
