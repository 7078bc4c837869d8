/**
 * One round of an event with many guests, who all come from one address, with the official Socket.IO client.
 *
 *   colibri load-users --count 1 > users.jsonl
 *   node load-tests/event.mjs http://localhost:8080 users.jsonl
 *
 * Variables: GUESTS (200), JOIN_S, the seconds within which they join (30), and SECONDS of typing (20). The packages come
 * from `client/` (`npm install` there).
 *
 * Each line of the output is JSON. The status is 1 if a guest was refused, or the results are not those of the table.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { io } = createRequire(new URL('../client/package.json', import.meta.url))('socket.io-client');

const [, , url, file] = process.argv;
const nGuests = Number(process.env.GUESTS ?? 200);
const joinMs = Number(process.env.JOIN_S ?? 30) * 1000;
const typingMs = Number(process.env.SECONDS ?? 20) * 1000;
const [{ token }] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** The longest wait for the end of all races after the typing, in milliseconds. */
const END_MS = 60_000;
const TEXT = 'The quick brown fox jumps over the lazy dog, and then it rests beside the old mill in the shade.';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Makes a call, and returns the answer and the milliseconds that it took. */
async function call(path, payload) {
  const began = performance.now();
  const answer = await fetch(`${url}/api/events/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`/api/events/${path} answered ${answer.status}: ${text}`);
  return { answer: JSON.parse(text), ms: performance.now() - began };
}

/** Returns some quantiles of numbers, rounded. */
function spread(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (share) => Math.round(sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** One guest, from the code to the answer to the finish. */
class Guest {
  joinMs = 0;
  startedAt = null;
  pictures = 0;
  updates = 0;

  async join(code, number) {
    const { answer, ms } = await call('join', { code, name: `Guest ${number}` });
    const seat = await call('seat', { code, guest: answer.guest });
    this.joinMs = ms + seat.ms;
    this.room = seat.answer.code;
    this.socket = io(url, {
      auth: { token: answer.guest },
      query: { room: this.room },
      transports: ['websocket'],
      forceNew: true,
    });
    this.socket.on('connect', () => this.socket.emit('join', { code: this.room }));
    this.socket.on('text', ({ text }) => {
      this.text = text;
    });
    this.socket.on('picture', () => {
      this.pictures += 1;
    });
    this.socket.on('typing', () => {
      this.updates += 1;
    });
    this.started = new Promise((resolve) => {
      this.socket.once('start', () => {
        this.startedAt = performance.now();
        resolve();
      });
    });
    await new Promise((resolve, reject) => {
      this.socket.once('state', resolve);
      this.socket.once('connect_error', reject);
    });
  }

  async race() {
    await this.started;
    const ms = typingMs * (0.6 + 0.4 * Math.random());
    for (let completed = 1; completed <= 100; completed++) {
      await pause(ms / 100);
      this.socket.emit('typing', { code: this.room, completed });
    }
    const finish = { code: this.room, accuracy: 100, keystrokes: this.text };
    this.answer = await this.socket.timeout(20_000).emitWithAck('finish', finish);
    this.socket.disconnect();
  }
}

const rounds = [{ kind: 'own', text: TEXT }];
const { answer: event } = await call('open', {
  token,
  title: 'A load test',
  language: 'en',
  rounds,
  joining: 'everyone',
  scoring: 'places',
});
const { code } = event;
const guests = Array.from({ length: nGuests }, () => new Guest());
const began = performance.now();
await Promise.all(
  guests.map(async (guest, number) => {
    await pause((joinMs / nGuests) * number);
    await guest.join(code, number + 1);
  }),
);
print({
  joined: nGuests,
  seconds: (performance.now() - began) / 1000,
  ms: spread(guests.map((guest) => guest.joinMs)),
});

const races = guests.map((guest) => guest.race());
const { answer: started } = await call('start', { code, token, round: 1 });
const startsAt = performance.now() + started.startAt;
await Promise.race([Promise.all(races), pause(started.startAt + typingMs + END_MS)]);
const starts = guests.map(({ startedAt }) => startedAt - startsAt);
const first = Math.min(...starts);
const heats = new Set(guests.map(({ room }) => room)).size;
print({ heats, start_after_first_ms: spread(starts.map((at) => at - first)) });

const finished = guests.filter(({ answer }) => answer && answer.reason === undefined).length;
const { answer: table } = await call('table', { code, token });
const results = table.rounds[0].results.length;
print({
  finished,
  results,
  pictures: spread(guests.map(({ pictures }) => pictures)),
  updates: spread(guests.map(({ updates }) => updates)),
});
process.exit(finished === nGuests && results === nGuests ? 0 : 1);
