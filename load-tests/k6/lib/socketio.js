/**
 * A Socket.IO v4 client (protocol v5 over Engine.IO v4) for load tests: events, acknowledgements, long polling,
 * WebSocket, and the upgrade. It has no attachments and does not reconnect by itself, since a load test decides when to
 * reconnect.
 *
 * It uses k6 only through `net`, so that the tests run the same file under Node. In k6:
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

/** The limit for opening a connection, in milliseconds, as in the official client. */
const CONNECT_TIMEOUT_MS = 20_000;

/**
 * The network functions of a client.
 *
 * @typedef {object} Net
 * @property {(url: string) => WebSocket} webSocket opens a WebSocket
 * @property {(method: string, url: string, body?: string) => Promise<{status: number, body: string}>} request sends an HTTP
 *   request, whose answer may take as long as a long poll
 */

export class SocketIO {
  /** Resolves when the server accepts the connection, or rejects with the reason. */
  connected;
  /** Resolves with the reason when either side has ended the connection. */
  closed;
  /** The current transport, `polling` or `websocket`. */
  transport;
  /** True if the server refuses the namespace, so that reconnecting would not help. */
  isRefused = false;

  #base;
  #options;
  #net;
  #listeners = new Map();
  /** Calls that wait for their acknowledgement, by its number. */
  #questions = new Map();
  #nextId = 0;
  #socket;
  #sid;
  #isOpen = true;
  #isConnected = false;
  #silence;
  #silenceMs;
  /** Packets that polling has not posted yet; null while the transport is a WebSocket. */
  #outbox = [];
  #isPosting = false;
  /** True while an upgrade holds posts and polls back. */
  #isPaused = false;
  #polling = Promise.resolve();
  #entered;
  #refused;
  #ended;

  /**
   * Connects at once.
   *
   * @param {string} address the address of the site, such as `http://localhost:8080`
   * @param {object} options
   * @param {object} [options.auth] the payload of CONNECT
   * @param {Record<string, string>} [options.query] added to the address, for load balancers
   * @param {string[]} [options.transports] the first one opens the connection; `['polling', 'websocket']` upgrades. By
   *   default only a WebSocket
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
    // Callers that only wait for the end need not handle this.
    this.connected.catch(() => {});
    this.closed = new Promise((resolve) => {
      this.#ended = resolve;
    });
    [this.transport] = this.#options.transports;
    this.#watchSilence(CONNECT_TIMEOUT_MS);
    if (this.transport === 'websocket') this.#openWebSocket();
    else this.#openPolling();
  }

  /**
   * Calls `listener` with the payload of each event of this name. A listener for `*` receives the name and payload of
   * every event.
   */
  on(name, listener) {
    this.#listeners.set(name, listener);
    return this;
  }

  /** Sends an event. */
  emit(name, ...payload) {
    this.#send(encode({ type: 'event', namespace: this.#options.namespace, data: [name, ...payload] }));
  }

  /**
   * Sends an event that the server must acknowledge, and resolves with its answer. Rejects after `timeoutMs`, or when the
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

  /** Disconnects from the namespace and ends the connection. */
  close() {
    if (!this.#isOpen) return;
    this.#send(encode({ type: 'disconnect', namespace: this.#options.namespace }));
    if (this.transport === 'polling') this.#send(CLOSE);
    this.#end('closed by the client');
  }

  /** Ends the connection without a packet, like a lost connection. With polling, the server notices at a heartbeat. */
  cut() {
    this.#outbox = [];
    this.#end('cut on purpose');
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

  /** Ends with the server's reason for a refusal, which only the same handshake by polling returns. */
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

  /** Runs one long poll, which returns all queued packets, or the next one. */
  async #poll() {
    const body = await this.#request('GET');
    if (body === undefined) return;
    for (const packet of splitPayload(body)) this.#receive(packet);
  }

  /** Posts the queued packets, one request at a time, since two could overtake each other. */
  async #post() {
    if (this.#isPosting || this.#isPaused) return;
    this.#isPosting = true;
    while (this.#outbox?.length > 0) await this.#request('POST', joinPayload(this.#outbox.splice(0)));
    this.#isPosting = false;
  }

  /** Returns the body of the answer; ends the connection if there is none. */
  async #request(method, body) {
    try {
      const answer = await this.#net.request(method, this.#url('http', 'polling'), body);
      if (answer.status === 200) return answer.body;
      this.#end(`polling answered ${answer.status}: ${answer.body}`);
    } catch (error) {
      this.#end(`polling: ${error.message ?? error}`);
    }
    return undefined;
  }

  /**
   * Opens a WebSocket in addition to polling. Once the probe is answered, it waits for the open poll (the server ends
   * it) and sends all later packets over the WebSocket. If the WebSocket does not open, polling continues.
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
    // Packets that arrive after the end are ignored.
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
        this.#end('the server disconnected the client');
        break;
      case 'close':
        this.#end('the server closed the connection');
        break;
    }
  }

  /** Ends the connection if the server sends nothing for `ms`, which is longer than a heartbeat takes. */
  #watchSilence(ms) {
    this.#silence?.cancel();
    this.#silence = after(ms, () => this.#end(`the server sent nothing for ${ms} ms`));
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
