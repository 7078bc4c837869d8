/**
 * One race with the official Socket.IO client against a running site, with or without a proxy. Kill an engine during
 * the race to see the effect on racers.
 *
 *   colibri load-users --count 3 > users.jsonl
 *   node load-tests/race.mjs http://localhost:8080 users.jsonl
 *
 * All users of the file race in one private room, so the site needs as many seats in a room (COLIBRI_ROOM_CAPACITY).
 * Variables: SECONDS of typing (10) and TRANSPORTS of the sockets ("polling,websocket"). The packages come from `client/`
 * (`npm install` there).
 *
 * Each line of the output is JSON: a stage when all racers have reached it ("waiting", "starting", "running", "finished"),
 * and at the end the longest silence and the longest disconnection of a racer. The status is 1 if a racer got no answer to
 * `finish`.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { io } = createRequire(new URL('../client/package.json', import.meta.url))('socket.io-client');

const [, , url, file] = process.argv;
const typingMs = Number(process.env.SECONDS ?? 10) * 1000;
const transports = (process.env.TRANSPORTS ?? 'polling,websocket').split(',');
const users = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** The time between two steps of typing, in milliseconds. */
const KEY_EVERY_MS = 50;
/** The time after which a race fails, in milliseconds. */
const TIMEOUT_MS = 90_000;
/** The longest wait for an answer to `finish`, in milliseconds, as in the client. */
const ANSWER_TIMEOUT_MS = 10_000;
/** The wait before a call is retried, in milliseconds. */
const CALL_AGAIN_MS = 200;
const STAGES = ['seated', 'waiting', 'starting', 'running', 'finished'];

/** Makes a call. While a part of the site is being replaced, the answer may be 502 or 503; then it retries. */
async function call(path, payload) {
  for (;;) {
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    });
    if (answer.ok) return answer.json();
    if (answer.status < 502) throw new Error(`/api/${path} answered ${answer.status}: ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, CALL_AGAIN_MS));
  }
}

/** One racer, from the seat to the answer. */
class Racer {
  stage = 'seated';
  returns = 0;
  /** The longest time without an event of the room while the race ran, in milliseconds. */
  silenceMs = 0;
  /** The longest time without a connection, in milliseconds. */
  awayMs = 0;
  answer = null;
  #startedAt = null;
  #completed = 0;
  #isFinishing = false;
  #lastNews = 0;
  #lostAt = null;

  constructor(user, code, text, reached) {
    this.user = user;
    this.code = code;
    this.text = text;
    this.reached = reached;
    this.finished = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    const { token } = user;
    this.socket = io(url, { auth: { token }, query: { room: code }, transports, forceNew: true });
    this.socket.on('connect', () => this.#join());
    this.socket.on('disconnect', () => {
      this.returns += 1;
      this.#lostAt = performance.now();
    });
    // This server is about to end; the race continues at another one.
    this.socket.on('moved', () => this.socket.disconnect().connect());
    this.socket.onAny((event, payload) => this.#receive(event, payload));
    this.keys = setInterval(() => this.#type(), KEY_EVERY_MS);
  }

  close() {
    clearInterval(this.keys);
    this.socket.removeAllListeners();
    this.socket.disconnect();
  }

  async #join() {
    if (this.#lostAt !== null) {
      this.awayMs = Math.max(this.awayMs, performance.now() - this.#lostAt);
      this.#lostAt = null;
      // Before the countdown a room removes disconnected racers, so they must take their seat again.
      if (this.#startedAt === null) await call('play', { token: this.user.token, code: this.code });
    }
    this.socket.emit('join', { code: this.code });
  }

  #receive(event, payload) {
    const now = performance.now();
    if (this.#startedAt !== null) this.silenceMs = Math.max(this.silenceMs, now - this.#lastNews);
    this.#lastNews = now;
    if (event === 'state') this.#applyState(payload);
    else if (event === 'starting') this.#reach('starting');
    else if (event === 'start') this.#start(payload.ms ?? 0);
    else if (event === 'fault' && payload.event === 'join') this.reject(new Error(payload.reason));
  }

  #applyState({ phase, ms, participants }) {
    this.#reach(phase);
    if (phase === 'running') this.#start(ms);
    if (phase === 'running' || phase === 'finished') {
      // Updates from before the disconnect may not have arrived.
      this.#completed = participants.find(({ username }) => username === this.user.username).completed;
      this.#isFinishing = false;
      this.#type();
    }
  }

  #start(elapsedMs) {
    this.#startedAt ??= performance.now() - elapsedMs;
    this.#reach('running');
  }

  #reach(stage) {
    if (STAGES.indexOf(stage) <= STAGES.indexOf(this.stage)) return;
    this.stage = stage;
    this.reached();
  }

  #type() {
    if (this.#startedAt === null || !this.socket.connected) return;
    const completed = Math.floor(Math.min((performance.now() - this.#startedAt) / typingMs, 1) * 100);
    if (completed > this.#completed) {
      this.#completed = completed;
      this.socket.emit('typing', { code: this.code, completed });
    }
    if (completed === 100 && !this.#isFinishing) this.#finish();
  }

  async #finish() {
    this.#isFinishing = true;
    try {
      const finish = { code: this.code, accuracy: 98.5, keystrokes: this.text };
      const answer = await this.socket.timeout(ANSWER_TIMEOUT_MS).emitWithAck('finish', finish);
      if (answer.reason) throw new Error(`the finish was refused: ${answer.reason}`);
      this.answer ??= answer;
      this.silenceMs = Math.max(this.silenceMs, performance.now() - this.#lastNews);
      this.#reach('finished');
      this.resolve();
    } catch (error) {
      if (error.message.startsWith('the finish')) this.reject(error);
      // Without an answer in time, or after a disconnect, it is sent again.
      this.#isFinishing = false;
    }
  }
}

const { code } = await call('multiplayer', { token: users[0].token, private: true });
let text;
for (const { token } of users) ({ text } = (await call('play', { token, code })).text);
const racers = [];
let printed = STAGES.indexOf('seated');
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const reached = () => {
  if (racers.length < users.length) return;
  const all = Math.min(...racers.map(({ stage }) => STAGES.indexOf(stage)));
  while (printed < all) print({ stage: STAGES[++printed], code });
};
for (const user of users) racers.push(new Racer(user, code, text, reached));
const timeout = setTimeout(() => {
  for (const racer of racers) racer.reject(new Error(`${racer.user.username} did not get beyond ${racer.stage}`));
}, TIMEOUT_MS);
const ends = await Promise.allSettled(racers.map(({ finished }) => finished));
clearTimeout(timeout);
for (const racer of racers) racer.close();
const longest = (figure) => Math.round(Math.max(...racers.map(figure)));
print({
  code,
  racers: racers.length,
  finished: racers.filter(({ answer }) => answer).length,
  returns: racers.reduce((sum, { returns }) => sum + returns, 0),
  silence_ms: longest(({ silenceMs }) => silenceMs),
  away_ms: longest(({ awayMs }) => awayMs),
  failures: ends.flatMap(({ reason }) => (reason ? [reason.message] : [])),
});
process.exitCode = ends.every(({ status }) => status === 'fulfilled') ? 0 : 1;
