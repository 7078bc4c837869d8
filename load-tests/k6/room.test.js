import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ack, connect, emit, read } from './packets.js';
import { completedAfter, race } from './room.js';

const wire = JSON.parse(readFileSync(new URL('../../shared/fixtures/wire.json', import.meta.url)));

test('every event of a server is read as the shared examples say', () => {
  for (const [name, payload] of wire.server) {
    assert.deepEqual(read(`42${JSON.stringify([name, payload])}`), { kind: 'event', name, payload });
  }
});

test('packets are written as the protocol says', () => {
  assert.equal(connect({ token: 't' }), '40{"token":"t"}');
  assert.equal(emit('typing', { completed: 5 }), '42["typing",{"completed":5}]');
  assert.equal(ack(7, 'join', {}), '427["join",{}]');
  assert.deepEqual(read('431[{"time":1}]'), { kind: 'ack', id: 1, payload: { time: 1 } });
  assert.deepEqual(read('44{"message":"no"}'), { kind: 'refused', message: 'no' });
});

test('sixty words per minute type three hundred characters in a minute', () => {
  assert.equal(completedAfter(30_000, 60, 300), 50);
  assert.equal(completedAfter(59_999, 60, 300), 99);
  assert.equal(completedAfter(70_000, 60, 300), 100);
});

test('a racer enters, joins, types to the end, finishes and leaves', async () => {
  const seen = { joined: [], finished: [], progress: 0, dropped: [], refused: [] };
  const sockets = [];
  const room = { code: 'k3f9wq2m', length: 10, wpm: 340, racers: racers('ana', 'bo') };
  await race(
    room,
    () => new Server(sockets),
    watching(seen),
    () => performance.now(),
  );
  assert.deepEqual(seen.joined, [true, true]);
  assert.deepEqual(seen.finished, [true, true]);
  assert.deepEqual([seen.dropped, seen.refused], [[], []]);
  assert.equal(seen.progress, 2, 'each heard of the other');
});

test('a racer who is refused or cut off counts as failed', async () => {
  const seen = { joined: [], finished: [], progress: 0, dropped: [], refused: [] };
  const room = { code: 'k3f9wq2m', length: 10, wpm: 340, racers: racers('ana') };
  await race(
    room,
    () => new Server([], { refuses: 'no' }),
    watching(seen),
    () => performance.now(),
  );
  assert.deepEqual([seen.joined, seen.finished, seen.refused], [[false], [false], ['connect: no']]);
  assert.equal(seen.dropped.length, 1);
});

const racers = (...names) => names.map((username) => ({ username, token: `token of ${username}` }));

function watching(seen) {
  return {
    joined: (ok) => seen.joined.push(ok),
    finished: (ok) => seen.finished.push(ok),
    progress: () => seen.progress++,
    dropped: (reason) => seen.dropped.push(reason),
    refused: (event, reason) => seen.refused.push(`${event}: ${reason}`),
  };
}

/** Just enough of a server, at the other end of a WebSocket. */
class Server extends EventTarget {
  constructor(sockets, { refuses } = {}) {
    super();
    this.sockets = sockets;
    this.refuses = refuses;
    sockets.push(this);
    queueMicrotask(() => this.tell('0{"sid":"s"}'));
  }

  tell(data) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  send(packet) {
    const [name, payload] = packet.includes('[') ? JSON.parse(packet.slice(packet.indexOf('['))) : [];
    if (packet.startsWith('40')) this.tell(this.refuses ? `44{"message":"${this.refuses}"}` : '40{"sid":"s"}');
    if (name === 'join') {
      this.tell('430[{}]');
      this.tell('42["start",{}]');
    }
    if (name === 'typing') {
      const { username, completed } = payload;
      const others = this.sockets.filter((socket) => socket !== this);
      for (const other of others) other.tell(`42${JSON.stringify(['typing', { username, completed }])}`);
    }
    if (name === 'finish') this.tell('431[{"time":1,"wpm":300}]');
  }

  close() {
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1000 }));
  }
}
