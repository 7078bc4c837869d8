/**
 * Sessions without a token: whatever a stranger leaves with the server, 1000 sessions from one address cost little memory, and
 * racers notice nothing.
 */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { io, megabytes, pause } from './client.mjs';

export const title = 'sessions without a token that leave as much as they can with the server';
export const nUsers = 1;

const N_SESSIONS = 1000;
/** The most memory that all sessions of an address may cost. */
const ENOUGH = 64 * 2 ** 20;
const ATTACKER = '127.0.0.66';
const RACER = '127.0.0.2';
/** The largest payload that the handshake allows. */
const MAX_PAYLOAD = 64 * 1024;

const PATH = '/socket.io/?EIO=4&transport';
const LONG = 'n'.repeat(60_000);
const FAT_HEADER = `X-Fat: ${'h'.repeat(100_000)}\r\n`;

/** The work of one session. Returns the connections that it holds. */
const WAYS = {
  nothing: async (site) => [(await opened(site)).connection],
  polls: async (site) => {
    const { sid } = await opened(site);
    return [send(await connect(site), 'GET', `polling&sid=${sid}`)];
  },
  'CONNECTs with long namespaces, never polled': async (site) => {
    const { connection, sid } = await opened(site);
    for (let post = 0; post < 16; post++)
      await answered(send(connection, 'POST', `polling&sid=${sid}`, '', `40/${LONG},`));
    return [connection];
  },
  'many short CONNECTs in one payload, never polled': async (site) => {
    const { connection, sid } = await opened(site);
    await answered(send(connection, 'POST', `polling&sid=${sid}`, '', Array(500).fill('40/nowhere,').join('\x1e')));
    return [connection];
  },
  'the head of an event whose attachments never come': async (site) => {
    const { connection, sid } = await opened(site);
    await answered(send(connection, 'POST', `polling&sid=${sid}`, '', `452-["${LONG}"]`));
    return [connection];
  },
  'polls with a large head': async (site) => {
    const { sid } = await opened(site);
    return [send(await connect(site), 'GET', `polling&sid=${sid}`, FAT_HEADER)];
  },
  'polls, with the start of another request behind them': async (site) => {
    const { sid } = await opened(site);
    const connection = send(await connect(site), 'GET', `polling&sid=${sid}`);
    connection.write(`GET / HTTP/1.1\r\n${FAT_HEADER}`);
    return [connection];
  },
  'WebSockets that send all but the end of a message': async (site) => {
    const connection = await webSocket(site, 'websocket');
    connection.write(frame({ opcode: 1, payload: Buffer.alloc(MAX_PAYLOAD - 1, 'x') }).subarray(0, -1));
    return [connection];
  },
  'WebSockets that send a message in parts, but not the last': async (site) => {
    const connection = await webSocket(site, 'websocket');
    const payload = Buffer.alloc(1000, 'x');
    for (let part = 0; part < 64; part++) connection.write(frame({ opcode: part ? 0 : 1, payload, isLast: false }));
    return [connection];
  },
  'WebSockets that ping and never read': async (site) => {
    const connection = await webSocket(site, 'websocket');
    connection.pause();
    const ping = frame({ opcode: 9, payload: Buffer.alloc(125) });
    connection.write(Buffer.concat(Array(500).fill(ping)));
    return [connection];
  },
  'WebSockets with a large head, and a byte behind it': async (site) => [
    await webSocket(site, 'websocket', FAT_HEADER, Buffer.from([0x81])),
  ],
  'upgrades that send all but the end of a message': async (site) => {
    const { sid } = await opened(site);
    const connection = await webSocket(site, `websocket&sid=${sid}`);
    connection.write(frame({ opcode: 1, payload: Buffer.alloc(MAX_PAYLOAD - 1, 'x') }).subarray(0, -1));
    return [connection, send(await connect(site), 'GET', `polling&sid=${sid}`)];
  },
  'payloads that arrive slowly, beside a poll': async (site) => {
    const { connection, sid } = await opened(site);
    connection.write(
      `POST ${PATH}=polling&sid=${sid} HTTP/1.1\r\nHost: a\r\nContent-Length: 8192\r\n\r\n4${LONG.slice(0, 8000)}`,
    );
    return [connection, send(await connect(site), 'GET', `polling&sid=${sid}`)];
  },
  'several large payloads of a session that arrive slowly': async (site) => {
    const { sid } = await opened(site);
    const posts = await Promise.all(Array.from({ length: 4 }, () => connect(site)));
    for (const connection of posts)
      connection.write(`POST ${PATH}=polling&sid=${sid} HTTP/1.1\r\nHost: a\r\nContent-Length: 65000\r\n\r\n4${LONG}`);
    return posts;
  },
  'connections that sent a large request before': async (site) => {
    const connection = await connect(site);
    connection.write(`POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n${LONG}`);
    await answered(connection);
    return [connection];
  },
  'connections that send all but the end of a head': async (site) => {
    const connection = await connect(site);
    connection.write(`GET ${PATH}=polling HTTP/1.1\r\n${FAT_HEADER}`);
    return [connection];
  },
  'connections that send the largest head but its end': async (site) => {
    const connection = await connect(site);
    connection.write(`GET ${PATH}=polling HTTP/1.1\r\n${FAT_HEADER.slice(0, 16_000)}`);
    return [connection];
  },
};

export async function attack({ site, users, memory, figure, check }) {
  const racer = await race(site, users[0]);
  const idle = memory();
  figure('memory before', megabytes(idle));
  for (const [name, way] of Object.entries(WAYS)) {
    const before = memory();
    const connections = await inTurn(N_SESSIONS, () => way(site).catch(() => []));
    await pause(1000);
    const cost = memory() - before;
    figure(name, megabytes(cost));
    check(cost < ENOUGH, `${name}: ${N_SESSIONS} of them cost less than ${megabytes(ENOUGH)}`);
    for (const connection of connections.flat()) connection.destroy();
    await closed(site);
  }
  figure('what the allocator keeps of all that', megabytes(memory() - idle));
  racer.socket.disconnect();
  figure('slowest answer to the racer', `${racer.slowest().toFixed(0)} ms`);
  check(!racer.wasLost(), 'the racer stays connected');
}

/** Connects a racer, who asks for an answer every 100 ms. */
async function race(site, { token }) {
  const socket = io(site.engines[0], { auth: { token }, localAddress: RACER, reconnection: false });
  await new Promise((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  let slowest = 0;
  let isLost = false;
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') isLost = true;
    clearInterval(timer);
  });
  const timer = setInterval(() => {
    const asked = performance.now();
    socket.emit('heartbeat-of-an-attack', () => {
      slowest = Math.max(slowest, performance.now() - asked);
    });
  }, 100);
  return { socket, slowest: () => slowest, wasLost: () => isLost };
}

/** Runs `task` `count` times, some at once. */
async function inTurn(count, task) {
  const results = [];
  const run = async () => {
    while (count-- > 0) results.push(await task());
  };
  await Promise.all(Array.from({ length: 20 }, run));
  return results;
}

/** Waits until the server has no more connections than the racer's. */
async function closed(site) {
  for (let tries = 0; tries < 600; tries++) {
    const metrics = await (await fetch(`${site.engines[0]}/metrics`)).text();
    const open = metrics.matchAll(/^\w*sockets_open\{[^}]*\} (\d+)$/gm);
    if ([...open].reduce((sum, [, count]) => sum + Number(count), 0) <= 1) return;
    await pause(100);
  }
  throw new Error('the sessions are still open after a minute');
}

async function connect(site) {
  const { hostname, port } = new URL(site.engines[0]);
  const connection = net.connect({ host: hostname, port, localAddress: ATTACKER });
  connection.on('error', () => {});
  await once(connection, 'connect');
  return connection;
}

/** Opens a session that polls. */
async function opened(site) {
  const connection = await connect(site);
  const answer = await answered(send(connection, 'GET', 'polling'));
  return { connection, sid: /"sid":"(\w+)"/.exec(answer)[1] };
}

/** Sends a request, and does not wait for its answer. */
function send(connection, method, transport, headers = '', body = undefined) {
  const length = body === undefined ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  connection.write(`${method} ${PATH}=${transport} HTTP/1.1\r\nHost: a\r\n${headers}${length}\r\n${body ?? ''}`);
  return connection;
}

/** Returns the next bytes from the server; fails if it closes the connection instead. */
function answered(connection) {
  return new Promise((resolve, reject) => {
    const isClosed = () => reject(new Error('closed by the server'));
    connection.once('close', isClosed);
    connection.once('data', (bytes) => {
      connection.off('close', isClosed);
      resolve(String(bytes));
    });
  });
}

async function webSocket(site, transport, headers = '', behind = Buffer.alloc(0)) {
  const connection = await connect(site);
  const key = randomBytes(16).toString('base64');
  const head =
    `GET ${PATH}=${transport} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n${headers}\r\n`;
  connection.write(Buffer.concat([Buffer.from(head), behind]));
  await answered(connection);
  return connection;
}

/** Encodes a frame of a WebSocket, with a mask of zeros. */
function frame({ opcode, payload, isLast = true }) {
  const head = [(isLast ? 0x80 : 0) | opcode];
  if (payload.length < 126) head.push(0x80 | payload.length);
  else head.push(0x80 | 126, payload.length >> 8, payload.length & 0xff);
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}
