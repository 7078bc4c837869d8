/**
 * One room and its racers, from their connection to the last finish. Plain JavaScript over any WebSocket, so that k6 and
 * Node run the same.
 */

import { ack, connect, emit, PONG, read } from './packets.js';

/** How often a racer says how far they are, in milliseconds: 1.7 times a second. */
const UPDATE_EVERY_MS = 588;
const CHARACTERS_PER_WORD = 5;
/** How much faster each racer is than the one before, in words per minute. */
const WPM_APART = 5;
/** What every racer claims, in percent. */
const ACCURACY = 97;

/**
 * Races in one room until everybody has finished or lost their connection.
 *
 * @param {object} room
 * @param {string} room.code the room, in which all racers have taken their seats
 * @param {number} room.length characters of the text
 * @param {number} room.wpm words per minute of the slowest racer
 * @param {{username: string, token: string}[]} room.racers
 * @param {() => WebSocket} open makes a WebSocket to `/socket.io/?EIO=4&transport=websocket`
 * @param {object} watch what is told of: `joined(ok)`, `progress(ms)` from one racer's update to another's hearing of it,
 *   `finished(ok)`, `dropped(reason)`, `refused(event, reason)`
 * @param {() => number} now milliseconds of a clock that all racers share
 */
export function race(room, open, watch, now) {
  /** When which percent was said, by racer. */
  const said = new Map(room.racers.map(({ username }) => [username, new Map()]));
  const hear = ({ username, completed }) => {
    const at = said.get(username)?.get(completed);
    if (at !== undefined) watch.progress(now() - at);
  };
  const runs = room.racers.map((racer, index) => {
    const wpm = room.wpm + index * WPM_APART;
    const say = (completed) => said.get(racer.username).set(completed, now());
    return new Promise((done) => new Run({ ...racer, wpm, say, hear, done }, room, open(), watch, now));
  });
  return Promise.all(runs);
}

/** How much of a text of `length` characters is typed after `ms`, in whole percent. */
export function completedAfter(ms, wpm, length) {
  const typed = (ms / 60_000) * wpm * CHARACTERS_PER_WORD;
  return Math.min(100, Math.floor((typed / length) * 100));
}

/** One racer's connection. */
class Run {
  #racer;
  #room;
  #socket;
  #watch;
  #now;
  #timer;
  #startedAt;
  #completed = 0;
  #hasJoined = false;
  #hasFinished = false;

  constructor(racer, room, socket, watch, now) {
    this.#racer = racer;
    this.#room = room;
    this.#socket = socket;
    this.#watch = watch;
    this.#now = now;
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    socket.addEventListener('error', () => {
      // A close follows each error, and it is counted there.
    });
    socket.addEventListener('close', ({ code }) => this.#closed(`closed with code ${code ?? 'unknown'}`));
  }

  #receive(data) {
    const packet = read(data);
    switch (packet.kind) {
      case 'open':
        return this.#socket.send(connect({ token: this.#racer.token }));
      case 'ping':
        return this.#socket.send(PONG);
      case 'connected':
        return this.#ask(JOIN, 'join', {});
      case 'refused':
        this.#watch.refused('connect', packet.message);
        return this.#socket.close();
      case 'event':
        return this.#event(packet.name, packet.payload);
      case 'ack':
        return this.#answered(packet.id, packet.payload);
    }
  }

  #event(name, payload) {
    if (name === 'start') this.#start(payload.ms ?? 0);
    else if (name === 'typing') this.#racer.hear(payload);
    else if (name === 'fault') this.#watch.refused(payload.event, payload.reason);
  }

  #answered(id, { reason }) {
    if (id === JOIN) {
      this.#hasJoined = reason === undefined;
      this.#watch.joined(this.#hasJoined);
      if (!this.#hasJoined) this.#socket.close();
    } else {
      this.#hasFinished = true;
      this.#watch.finished(reason === undefined);
      this.#socket.close();
    }
  }

  #start(elapsedMs) {
    if (this.#timer !== undefined) return;
    this.#startedAt = this.#now() - elapsedMs;
    this.#timer = setInterval(() => this.#type(), UPDATE_EVERY_MS);
  }

  #type() {
    const completed = completedAfter(this.#now() - this.#startedAt, this.#racer.wpm, this.#room.length);
    if (completed === this.#completed) return;
    this.#completed = completed;
    this.#racer.say(completed);
    this.#socket.send(emit('typing', { completed, ...this.#identity() }));
    if (completed === 100) {
      clearInterval(this.#timer);
      this.#ask(FINISH, 'finish', { accuracy: ACCURACY });
    }
  }

  #ask(id, name, payload) {
    this.#socket.send(ack(id, name, { ...payload, ...this.#identity() }));
  }

  #identity() {
    return { code: this.#room.code, username: this.#racer.username };
  }

  #closed(reason) {
    clearInterval(this.#timer);
    if (!this.#hasJoined) this.#watch.joined(false);
    if (!this.#hasFinished) {
      this.#watch.finished(false);
      this.#watch.dropped(reason);
    }
    this.#racer.done();
  }
}

/** The numbers of the two questions that a racer asks. */
const JOIN = 0;
const FINISH = 1;
